// npm run reset-password -- <address>: prepares what is missing, then prints a link to choose a new password.
import { join } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: false });
exec(node, [join(ROOT, "server", "reset-password", "main.ts"), ...process.argv.slice(2)], {
  cwd: ROOT,
  env: {},
});
