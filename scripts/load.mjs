// npm run load: steady mixed traffic on Usher as it runs in production; what can be said to it stands in bench/load.ts.
import { join } from "node:path";
import { handOver } from "./bootstrap/hand-over.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: true, includeDev: true });
handOver(node, [join(ROOT, "bench", "load.ts"), ...process.argv.slice(2)], { cwd: ROOT, env: {} });
