#!/usr/bin/env node
import { parseArgs } from "node:util";
import { createStripeSandbox } from "./start.ts";

const USAGE = `stripe-sandbox --database <postgresql://…> [--host 127.0.0.1] [--port 12111] [--public-url <url>]

Serves a stand-in for Stripe until it is stopped, and prints the keys of a new account.
DATABASE_URL takes the place of --database.
`;

const OPTIONS = {
  database: { type: "string", default: process.env.DATABASE_URL },
  host: { type: "string", default: "127.0.0.1" },
  port: { type: "string", default: "12111" },
  "public-url": { type: "string" },
  help: { type: "boolean", default: false },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help || !values.database) {
    process.stdout.write(USAGE);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const sandbox = await createStripeSandbox({
    databaseUrl: values.database,
    host: values.host,
    port: Number(values.port),
    publicUrl: values["public-url"],
    onError: (error) => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void sandbox.close());
  const { secretKey, publishableKey } = await sandbox.issueKeys();
  process.stdout.write(
    `STRIPE_SANDBOX_URL=${sandbox.url}\nSTRIPE_SECRET_KEY=${secretKey}\nSTRIPE_PUBLISHABLE_KEY=${publishableKey}\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The sandbox did not start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
});
