// npm run rotate-secret: prepares what is missing, then seals everything at rest with the present secret.
import { join } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: false });
exec(node, [join(ROOT, "server", "rotate", "main.ts")], { cwd: ROOT, env: {} });
