// npm run sandbox-keys: prepares what is missing, then issues keys of an account of the embedded sandbox: a new account's, or the one
// that is named, in test or live mode.
import { join } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: false });
exec(node, [join(ROOT, "server", "sandbox-keys", "main.ts"), ...process.argv.slice(2)], {
  cwd: ROOT,
  env: {},
});
