import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSandbox, type Sandbox } from "../src/testing/open-account.ts";

// Debian's python3-stripe, with Debian's own Python. Each case of ordinary_work.py has an account of its own.

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, "ordinary_work.py");

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});

afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

it.each([
  ["customers", "keeps customers, and saves what was changed on the object"],
  ["pages", "goes through a list page after page"],
  ["payment_intents", "takes a payment"],
  ["setup_intents", "sets a card up for later"],
  ["declines", "raises CardError with the intent that failed"],
  ["subscriptions", "starts, changes and ends a subscription"],
  ["invoices", "writes an invoice and pays it"],
  ["idempotency", "gets the same answer under one key"],
  ["retries", "tries again after a broken connection, and the work is done once"],
  ["errors", "tells wrong parameters from wrong keys"],
  ["webhooks", "verifies the webhooks that it is sent, and no others"],
])("python3-stripe, test_%s: %s", async (name) => {
  const { secretKey } = sandbox.anAccount();
  const env = { PATH: "/usr/bin:/bin", STRIPE_URL: sandbox.url, STRIPE_SECRET_KEY: secretKey };
  // unittest reports on stderr, and ends with another code than 0 after a failure, which rejects here with that report.
  const { stderr } = await run("/usr/bin/python3", [SCRIPT, `OrdinaryWork.test_${name}`], { env });
  expect(stderr).toContain("Ran 1 test");
});
