// The Usher that browser tests talk to: as `npm start` runs it, on a data folder that is gone afterwards. What it logs of
// errors is kept there until then: the last test wants none.
import { spawn } from "node:child_process";
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "./prepare.mjs";

const dataDir = process.env.USHER_DATA_DIR;
const usher = spawn(process.execPath, [join(ROOT, "scripts", "start.mjs")], {
  cwd: ROOT,
  // As a person's shell has it.
  env: { ...process.env, NODE_ENV: undefined },
  stdio: ["ignore", "pipe", "inherit"],
});
createInterface(usher.stdout).on("line", (line) => {
  if (line.includes('"level":"error"')) appendFileSync(join(dataDir, "errors.log"), `${line}\n`);
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => usher.kill(signal));
usher.once("exit", (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
