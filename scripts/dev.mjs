// npm run dev: Usher for development. The server restarts when one of its files changes; pages are
// compiled and hot-reloaded by Next itself. The scripts of app/_scripts (embed.js, pricing.js) and the pages of app/_static are
// built before the start: restart after a change.
import { join } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: false, includeDev: true });
const watch = ["--watch", "--watch-preserve-output", `--watch-path=${join(ROOT, "server")}`];
exec(node, [...watch, join(ROOT, "server", "main.ts")], {
  cwd: ROOT,
  env: { NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" },
});
