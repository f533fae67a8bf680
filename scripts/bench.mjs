// npm run bench: measures Usher beside its rivals, on Usher's own Node; bench/main.ts lists its options.
import { join } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const only = process.argv.find((one) => one.startsWith("--only="));
const pages = only === undefined || /start|memory|pages/.test(only);
const node = await prepare({ pages, includeDev: true });
exec(node, [join(ROOT, "bench", "main.ts"), ...process.argv.slice(2)], { cwd: ROOT, env: {} });
