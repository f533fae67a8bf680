// npm start: prepares what is missing, then runs Usher on its own Node.
import { join } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepareToStart, ROOT } from "./prepare.mjs";

const { node, pages } = await prepareToStart();
// The database is made ready while the pages are built.
const waiting = pages === null ? [] : ["--await-pages"];
// Prisma reads relations side by side on a transaction's one connection, which pg 8 warns of and carries out in turn.
// It is the one deprecation there is, and nothing an operator could mend.
const quiet = "--disable-warning=DeprecationWarning";
exec(node, [quiet, join(ROOT, "server", "main.ts"), ...waiting, ...process.argv.slice(2)], {
  cwd: ROOT,
  meanwhile: pages,
  env: {
    NEXT_TELEMETRY_DISABLED: "1",
    // What was compiled once is not compiled anew by each start: https://nodejs.org/api/module.html#module-compile-cache.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, "node_modules", ".cache", "usher-node"),
  },
});
