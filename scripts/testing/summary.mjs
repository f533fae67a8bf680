import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesUnder } from "./kinds.mjs";

const SLOWEST_FILES = 5;

/** Lines for the end of the output, where a reader looks first: the slowest files, the unstable tests, then each failure. */
export function summaryOf(results, unstable) {
  const slowest = results
    .flatMap(({ files }) => files)
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_FILES)
    .map(({ file, seconds }) => `  ${seconds.toFixed(1)} s  ${file}`);
  const failures = results.flatMap(({ failures }) => failures);
  return [
    ...(slowest.length > 0 ? ["", "Slowest files:", ...slowest] : []),
    ...(unstable.length > 0 ? ["", "Unstable: failed, and passed twice when they ran again alone:"] : []),
    ...unstable.flatMap(({ title, text }) => [`  ${title}`, indented(text)]),
    ...failures.flatMap(({ title, text }) => ["", `FAILED: ${title}`, text]),
  ];
}

/** One line of what was tested, and on what. */
export function testedIn({ checks, results, chromium }) {
  const ran = checks.filter(({ verdict }) => verdict !== "NOT CHECKED").length;
  const postgres = results.map(({ facts }) => facts.postgres).find(Boolean);
  const tests = results.map(({ run, passed, failed, files }) => {
    const where = run.needsChromium ? ` with ${chromium}` : "";
    return `${run.title}: ${passed + failed} in ${files.length} files${where}`;
  });
  const hasBrowser = results.some(({ run }) => run.needsChromium);
  const parts = [
    ...(ran > 0 ? [`${ran} static checks`] : []),
    ...tests,
    ...(postgres ? [`PostgreSQL ${postgres}`] : []),
    ...(postgres ? [`the API's ${operations()} operations`] : []),
    ...(hasBrowser ? [`${filesUnder(["app"], "/page.tsx").length} pages of the product`] : []),
  ];
  return `${parts.join("; ") || "nothing"}.`;
}

/** How many operations the API has: the client, which a test holds to be complete, has each. */
function operations() {
  const list = readFileSync(join("packages", "client", "src", "generated", "operations.ts"), "utf8");
  return list.match(/\bid: "/g).length;
}

export function say(line) {
  process.stdout.write(`${line}\n`);
}

export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

function indented(text) {
  return text.replace(/^/gm, "    ");
}
