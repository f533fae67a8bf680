// node scripts/check-types.mjs <folder> <report>   checks the folder's types by its tsconfig.json, and writes what tsc said
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, report] = process.argv.slice(2);
const tsc = join("node_modules", "typescript", "bin", "tsc");
const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, "--noEmit", "-p", folder], {
  encoding: "utf8",
});
const output = `${stdout}${stderr}`.trim();
process.stdout.write(output === "" ? `Types of ${folder}: no errors.\n` : `${output}\n`);
writeFileSync(
  report,
  JSON.stringify({ output: status === 0 ? "" : output || `tsc ended with code ${status}` }),
);
process.exitCode = status ?? 1;
