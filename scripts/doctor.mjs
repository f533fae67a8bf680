// npm run doctor: prepares what is missing, then examines the database on Usher's own Node.
import { join } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: false });
exec(node, [join(ROOT, "server", "doctor", "main.ts"), ...process.argv.slice(2)], { cwd: ROOT, env: {} });
