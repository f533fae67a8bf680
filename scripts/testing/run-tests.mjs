import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { failure } from "./kinds.mjs";
import { strictSubject } from "./strict.mjs";

/** A test that failed and passed when it ran again, alone, is unstable; more of them than this fail the run. */
export const MOST_UNSTABLE = 3;

const TIMES_AGAIN = 2;

/** Where more have failed than this, they have one cause, and none is run again. */
const MOST_AGAIN = 10;

/**
 * Runs tests and returns what their report says: { run, passed, failed, failures: [{ title, text, test }], files: [{ file,
 * seconds }], facts, output }. Without a report it counts as one failure. start(run, command, onReached): runs node to its end and
 * returns { code, output, isEnded }; isEnded when there was no more time, and then onReached was called before. test: this one
 * alone.
 */
export async function runTests(run, start, test = null) {
  const folder = mkdtempSync(join(tmpdir(), "usher-report-"));
  const paths = {
    report: join(folder, "report.json"),
    journal: join(folder, "journal.jsonl"),
    list: join(folder, "tests.txt"),
  };
  try {
    const command = test === null ? run.command(paths) : run.again(test, paths);
    let running = [];
    const noteRunning = () => {
      running = runningOf(readJournal(paths.journal));
    };
    const { code, output, isEnded } = await start(run, command, noteRunning);
    const journal = readJournal(paths.journal);
    const errors = journal.flatMap(({ error }) => error ?? []);
    const outside = errors.map(outsideFailure);
    if (isEnded) outside.push(failure(`${run.title}: ended, because the time was over`, whatRan(running)));
    const read = readReport(paths.report, (report) => run.read(report, errors), outside);
    const failed = read.failed + outside.length;
    const failures = [...read.failures, ...outside];
    if (code !== 0 && failed === 0) failures.push(failure(`${run.title}: exit code ${code}`, []));
    const facts = Object.assign({}, ...journal.map(({ facts }) => facts));
    return { ...read, run, facts, failures, failed: Math.max(failed, failures.length), output, isEnded };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs each failed test again that may be, alone, in a new process with a new database, twice. Those that pass both times are taken
 * out of the results' failures. Returns them: [{ file, title, text }].
 */
export async function runAgain(results, start, say) {
  if (results.some(({ isEnded }) => isEnded)) return [];
  const candidates = results.flatMap((result) =>
    result.failures.filter(mayRunAgain).map((failed) => ({ result, failed })),
  );
  if (candidates.length > MOST_AGAIN) {
    say(`\n${candidates.length} tests failed: too many to run each again.`);
    return [];
  }
  const unstable = [];
  for (const { result, failed } of candidates) {
    say(`\n── Again, alone: ${failed.title}`);
    if (!(await passesAgain(result.run, failed.test, start))) {
      failed.title += " (failed again when it ran alone)";
      continue;
    }
    unstable.push({ file: failed.test.file, title: failed.title, text: failed.text });
    result.failures = result.failures.filter((one) => one !== failed);
    result.failed -= 1;
    result.passed += 1;
  }
  return unstable;
}

/** An error outside of any test has no test, and a test whose process crashed is not run again. */
function mayRunAgain({ test }) {
  return test !== null && !test.isCrash && strictSubject(test) === null;
}

async function passesAgain(run, test, start) {
  for (let time = 0; time < TIMES_AGAIN; time++) {
    const { passed, failed } = await runTests(run, start, test);
    // A test that is not found any more did not pass.
    if (failed > 0 || passed === 0) return false;
  }
  return true;
}

function readReport(path, read, outside) {
  try {
    return read(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    const failures = outside.length > 0 ? [] : [failure("no report", [error.message])];
    return { passed: 0, failed: failures.length, failures, files: [] };
  }
}

function readJournal(path) {
  if (!existsSync(path)) return [];
  // A process that is killed may leave a line half written.
  return readFileSync(path, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

function runningOf(journal) {
  const running = new Set();
  for (const { began, ended } of journal) {
    if (began) running.add(began);
    if (ended) running.delete(ended);
  }
  return [...running];
}

function whatRan(running) {
  return running.length > 0 ? ["It was running:", ...running] : ["No test was running."];
}

function outsideFailure({ file, text }) {
  const where = file ? `, while ${relative(process.cwd(), file)} ran` : "";
  return failure(`outside of a test${where}`, [text]);
}
