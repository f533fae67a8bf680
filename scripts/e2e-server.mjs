// The Usher that browser tests talk to: as `npm start` runs it, on a data folder that is gone afterwards.
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./prepare.mjs";

const dataDir = mkdtempSync(join(tmpdir(), "usher-e2e-"));
// Under root, PostgreSQL runs as another account, which has to walk through.
chmodSync(dataDir, 0o711);

const usher = spawn(process.execPath, [join(ROOT, "server", "main.ts")], {
  cwd: ROOT,
  env: { ...process.env, USHER_DATA_DIR: dataDir },
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => usher.kill(signal));
usher.once("exit", (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
