// npm run client: makes the TypeScript client's types anew, after an operation or an event has changed.
import { join } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: false, includeDev: true });
exec(node, [join(ROOT, "packages", "client", "scripts", "generate.ts")], { cwd: ROOT, env: {} });
