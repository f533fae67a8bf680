#!/usr/bin/env node
import { parseArgs } from "node:util";
import { createStripeSandbox } from "./start.ts";

const USAGE = `stripe-sandbox --database <postgresql://…> [--host 127.0.0.1] [--port 12111] [--public-url <url>]

Serves a stand-in for Stripe until it is stopped, and prints the keys of a new account.
DATABASE_URL takes the place of --database.
`;

const { values } = parseArgs({
  options: {
    database: { type: "string", default: process.env.DATABASE_URL },
    host: { type: "string", default: "127.0.0.1" },
    port: { type: "string", default: "12111" },
    "public-url": { type: "string" },
    help: { type: "boolean", default: false },
  },
});

if (values.help || !values.database) {
  process.stdout.write(USAGE);
  process.exit(values.help ? 0 : 2);
}

const sandbox = await createStripeSandbox({
  databaseUrl: values.database,
  host: values.host,
  port: Number(values.port),
  publicUrl: values["public-url"],
  onError: (error) => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
});
const { secretKey, publishableKey } = await sandbox.issueKeys();
process.stdout.write(
  `STRIPE_SANDBOX_URL=${sandbox.url}\nSTRIPE_SECRET_KEY=${secretKey}\nSTRIPE_PUBLISHABLE_KEY=${publishableKey}\n`,
);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void sandbox.close());
