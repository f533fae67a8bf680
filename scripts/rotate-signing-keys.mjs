// npm run rotate-signing-keys [-- --now]: prepares what is missing, then rotates the keys that sign tokens and snapshots.
import { join } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: false });
exec(node, [join(ROOT, "server", "signing-keys", "main.ts"), ...process.argv.slice(2)], {
  cwd: ROOT,
  env: {},
});
