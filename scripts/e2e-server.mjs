// The Usher that browser tests talk to: as `npm start` runs it, on a data folder that is gone afterwards.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./prepare.mjs";

const dataDir = process.env.USHER_DATA_DIR;
const usher = spawn(process.execPath, [join(ROOT, "server", "main.ts")], { cwd: ROOT, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => usher.kill(signal));
usher.once("exit", (code) => {
  if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
