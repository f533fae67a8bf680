// npm run rotate-signing-keys [-- --now]: prepares what is missing, then rotates the keys that sign tokens and snapshots.
import { join } from "node:path";
import { handOver } from "./bootstrap/hand-over.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: false });
handOver(node, [join(ROOT, "server", "signing-keys", "main.ts"), ...process.argv.slice(2)], {
  cwd: ROOT,
  env: {},
});
