// npm start: prepares what is missing, then runs Usher on its own Node.
import { join } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "./bootstrap/node-flags.mjs";
import { prepareToStart, ROOT } from "./prepare.mjs";

const { node, pages } = await prepareToStart();
// The database is made ready while the pages are built.
const waiting = pages === null ? [] : ["--await-pages"];
exec(node, [...NODE_FLAGS, join(ROOT, "server", "main.ts"), ...waiting, ...process.argv.slice(2)], {
  cwd: ROOT,
  meanwhile: pages,
  env: {
    ...NODE_ENVIRONMENT,
    NEXT_TELEMETRY_DISABLED: "1",
    // What was compiled once is not compiled anew by each start: https://nodejs.org/api/module.html#module-compile-cache.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, "node_modules", ".cache", "usher-node"),
  },
});
