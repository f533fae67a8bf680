// npm run load: steady mixed traffic on Usher as it runs in production; bench/load.ts lists its options.
import { join } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: true, includeDev: true });
exec(node, [join(ROOT, "bench", "load.ts"), ...process.argv.slice(2)], { cwd: ROOT, env: {} });
