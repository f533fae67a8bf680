import { parseArgs } from "node:util";
import { readConfig } from "../platform/config.ts";
import { createSandboxKeys, sandboxIssuerSecret } from "../providers/sandbox-keys.ts";
import { requireSecrets } from "../secret.ts";

// npm run sandbox-keys -- [--account acct_…] [--live] [--roll]: issues keys of an account of the sandbox that a running Usher has, to be
// set in Settings, Payments. Without an account it opens a new one. --roll ends the account's other secret keys of that mode. Exit 0: the
// keys are printed; 1: they were not issued, and the reason is on standard error.

const options = {
  account: { type: "string" },
  live: { type: "boolean" },
  roll: { type: "boolean" },
} as const;

try {
  const { account, live, roll } = parseArgs({ options }).values;
  if (roll && account === undefined) throw new Error("--roll needs --account.");
  const config = readConfig();
  const { present } = await requireSecrets(config);
  const url = config.sandboxUrl ?? `http://127.0.0.1:${config.sandboxPort ?? config.port + 1}`;
  const keys = createSandboxKeys({ url, secret: sandboxIssuerSecret(present) });
  const issued = await keys.issue({ account, roll, mode: live ? "live" : "test" }).catch((cause: unknown) => {
    const hint =
      "Usher must be running with the same settings; where its sandbox has another address, name it in USHER_SANDBOX_URL.";
    throw new Error(`The sandbox at ${url} issued none. ${hint}`, { cause });
  });
  process.stdout.write(
    `account          ${issued.account}\nsecret key       ${issued.secretKey}\npublishable key  ${issued.publishableKey}\n`,
  );
} catch (error) {
  process.stderr.write(`No keys: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
