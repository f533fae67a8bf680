// Asks npm's advisory service for known vulnerabilities of what an installation has. Exit 0: none of severity high or critical;
// 1: some, and which; 3: the service could not be asked, so that nothing is known.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { capture } from "./bootstrap/step.mjs";

const ROOT = join(fileURLToPath(import.meta.url), "..", "..");
const NOT_CHECKED = 3;
const WITHIN_MS = 20_000;

const late = new Promise((resolve) => setTimeout(resolve, WITHIN_MS, null));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const args = ["audit", "--omit=dev", "--json", "--fetch-retries=0", "--fetch-timeout=10000"];
const answer = await Promise.race([
  capture(npm, args, { cwd: ROOT, env: { npm_config_loglevel: "silent" } }),
  late,
]);
const report = answer && parse(answer.output);
const counts = report?.metadata?.vulnerabilities;

if (counts === undefined) {
  const reason = report?.message ?? report?.error?.summary ?? "no answer";
  process.stdout.write(
    `Vulnerabilities were NOT checked: npm's advisory service cannot be asked (${reason}).\n`,
  );
  process.exit(NOT_CHECKED);
}
const found = Object.values(report.vulnerabilities).filter(({ severity }) =>
  /^(high|critical)$/.test(severity),
);
for (const { name, severity, range, via } of found) {
  const titles = via.map((one) => (typeof one === "string" ? `by ${one}` : one.title));
  process.stdout.write(`${severity}: ${name} ${range}: ${[...new Set(titles)].join("; ")}\n`);
}
process.stdout.write(`${counts.total} known vulnerabilities, ${found.length} of them high or critical.\n`);
process.exit(found.length === 0 ? 0 : 1);

function parse(output) {
  try {
    return JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
  } catch {
    return null;
  }
}
