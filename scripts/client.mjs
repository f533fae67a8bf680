// npm run client: makes the TypeScript client's types anew, after an operation or an event has changed.
import { join } from "node:path";
import { handOver } from "./bootstrap/hand-over.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: false, includeDev: true });
handOver(node, [join(ROOT, "clients", "typescript", "scripts", "generate.ts")], { cwd: ROOT, env: {} });
