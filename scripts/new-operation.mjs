// npm run new-operation -- <group> <name> <METHOD> <path>: writes the skeleton of a new operation; see scripts/new-operation/main.ts.
import { join } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: false, includeDev: true });
exec(node, [join(ROOT, "scripts", "new-operation", "main.ts"), ...process.argv.slice(2)], {
  cwd: ROOT,
  env: {},
});
