// npm run reset-password -- <address>: prepares what is missing, then prints a link to choose a new password.
import { join } from "node:path";
import { handOver } from "./bootstrap/hand-over.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: false });
handOver(node, [join(ROOT, "server", "reset-password", "main.ts"), ...process.argv.slice(2)], {
  cwd: ROOT,
  env: {},
});
