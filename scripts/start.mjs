// npm start: prepares what is missing, then runs Usher on its own Node.
import { join } from "node:path";
import { handOver } from "./bootstrap/hand-over.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: true });
handOver(node, [join(ROOT, "server", "main.ts"), ...process.argv.slice(2)], {
  cwd: ROOT,
  env: { NEXT_TELEMETRY_DISABLED: "1" },
});
