// npm run pictures: takes every picture of docs/screenshots anew, or into the folder that is named.
import { join } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: true, includeDev: true });
exec(node, [join(ROOT, "e2e", "pictures", "main.ts"), ...process.argv.slice(2)], { cwd: ROOT, env: {} });
