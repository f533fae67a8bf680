#!/usr/bin/env node
import { parseArgs } from "node:util";
import { startThrowawayPostgres } from "@usher/local-postgres";
import { STRIPE_RATE_LIMITS } from "./rate-limits.ts";
import { createStripeSandbox } from "./start.ts";

const USAGE = `stripe-sandbox [--database <postgresql://…>] [--host 127.0.0.1] [--port 12111] [--public-url <url>] [--no-rate-limits]

Serves a stand-in for Stripe until it is stopped, and prints the keys of a new account and the page that shows its objects.

--database        the PostgreSQL database that keeps the objects; DATABASE_URL takes its place. Without either, a PostgreSQL of
                  its own in the temporary folder keeps them, and they are gone when the sandbox ends.
--no-rate-limits  as many requests as there are; otherwise Stripe's limits hold.
`;

const OPTIONS = {
  database: { type: "string", default: process.env.DATABASE_URL },
  host: { type: "string", default: "127.0.0.1" },
  port: { type: "string", default: "12111" },
  "public-url": { type: "string" },
  "rate-limits": { type: "boolean", default: true },
  help: { type: "boolean", default: false },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS, allowNegative: true });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const postgres = values.database ? null : await startThrowawayPostgres({ name: "stripe-sandbox" });
  const sandbox = await createStripeSandbox({
    databaseUrl: values.database ?? postgres?.url ?? "",
    host: values.host,
    port: Number(values.port),
    publicUrl: values["public-url"],
    ...(values["rate-limits"] && { rateLimits: STRIPE_RATE_LIMITS }),
    onError: (error) => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
  }).catch(async (error: unknown) => {
    await postgres?.stop();
    throw error;
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void sandbox.close().then(() => postgres?.stop()));
  const { secretKey, publishableKey } = await sandbox.issueKeys();
  const dashboard = new URL("/dashboard", values["public-url"] ?? sandbox.url);
  dashboard.username = secretKey;
  process.stdout.write(
    `STRIPE_SANDBOX_URL=${sandbox.url}\nSTRIPE_SECRET_KEY=${secretKey}\nSTRIPE_PUBLISHABLE_KEY=${publishableKey}\n` +
      `STRIPE_SANDBOX_DASHBOARD=${dashboard}\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The sandbox did not start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
});
