import { join } from "node:path";
import { capture, StepError } from "../bootstrap/step.mjs";
import { typeHints } from "../bootstrap/type-hints.mjs";
import { describeChromium, findOrInstallOtherChromium } from "../find-chromium.mjs";
import { ROOT } from "../prepare.mjs";
import { MOST_UNSTABLE, runAgain, runTests } from "./run-tests.mjs";
import { duration, say, summaryOf, testedIn } from "./summary.mjs";

/** Static checks that run at once: they wait on one core each, and small machines have two. */
const PARALLEL = 2;

/** After the end of a session: for tests that it ended to stop, and for the summary. */
const OVERTIME_MINUTES = 1;

const LONGEST_TIMER_MS = 2 ** 31;

/** One run of checks and tests: it counts what they say, and ends with a summary and the line "N passed, N failed". */
export class Session {
  #started = performance.now();
  #parts = [];
  #results = [];
  #checks = [];
  #failedChecks = 0;
  #open = new Set();
  #end;
  #chromium = Promise.resolve(undefined);

  /** minutes: the session ends what still runs then, and says which tests those were. */
  constructor({ minutes = Number.POSITIVE_INFINITY }) {
    this.#end = this.#started + minutes * 60_000;
    const milliseconds = (minutes + OVERTIME_MINUTES) * 60_000;
    // A timer that is set for longer than this fires at once.
    if (milliseconds < LONGEST_TIMER_MS) setTimeout(() => this.#abort(), milliseconds).unref();
  }

  /** For what is no test and hangs: a check, an installation, a build. What this process has started ends with it. */
  #abort() {
    for (const title of this.#open) say(`\nFAILED: ${title}: ended, because the time was over`);
    this.#close(
      this.#sum((result) => result.passed),
      1,
    );
    process.exit();
  }

  /** node: the Node that runs Usher. chromium: a promise of the browser's path, where tests need one; it may reject. */
  use({ node, chromium }) {
    this.node = node;
    // The tests start some dozens of servers and commands: each compiles what another has compiled before in half the time.
    process.env.NODE_COMPILE_CACHE ??= join(ROOT, "node_modules", ".cache", "compile");
    if (chromium) this.#chromium = chromium;
    // A failure to find one is that of the run which needs it.
    this.#chromium.then(
      async (path) => path && say(await describeChromium(path)),
      () => undefined,
    );
  }

  /** Does some work and keeps how long it took, for the summary. Returns what it does, and null after a StepError, which fails. */
  async part(title, work) {
    const began = performance.now();
    this.#open.add(title);
    try {
      return (await work()) ?? {};
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      this.#failedChecks += 1;
      say(error.text);
      return null;
    } finally {
      this.#open.delete(title);
      this.#parts.push({ title, milliseconds: performance.now() - began });
    }
  }

  /** Runs static checks, a few at once, and shows each when it has ended. pages: when those that need the built pages may begin. */
  async check(checks, pages) {
    const isEarly = ({ needsPages }) => !needsPages;
    await this.#checkAll(checks.filter(isEarly));
    if ((await pages) === null) return;
    await this.#checkAll(checks.filter((check) => !isEarly(check)));
  }

  async #checkAll(checks) {
    const waiting = [...checks];
    const worker = async () => {
      while (waiting.length > 0) await this.#checkOne(waiting.shift());
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
  }

  async #checkOne(check) {
    const began = performance.now();
    const { code, output } = await this.part(check.title, () =>
      capture(this.node, check.args, { cwd: ROOT }),
    );
    const isNotChecked = code !== 0 && code === check.notCheckedCode;
    const verdict = code === 0 ? "passed" : isNotChecked ? "NOT CHECKED" : "FAILED";
    this.#checks.push({ title: check.title, verdict });
    say(`\n── ${check.title}: ${verdict}, ${duration(performance.now() - began)}`);
    if (code === 0) return;
    if (!isNotChecked) this.#failedChecks += 1;
    say(output.trimEnd());
    if (check.name === "tsc") for (const hint of typeHints(output)) say(hint);
  }

  /** Runs tests. isShown: what they print is shown as it comes; otherwise when they have ended. */
  async test(run, { isShown }) {
    if (isShown) say(`\n── ${run.title}`);
    const start = (...asked) => this.#start(isShown, ...asked);
    const result = await this.part(run.title, () => runTests(run, start));
    if (result === null) return;
    this.#results.push(result);
    if (!isShown) say(`\n── ${run.title}\n${result.output.trimEnd()}`);
  }

  /** The browser that a run needs: the session's, or one of the other kind. */
  async #browserFor({ needsChromium, inOtherChromium }) {
    if (!needsChromium) return undefined;
    const chromium = await this.#chromium;
    return inOtherChromium ? findOrInstallOtherChromium(chromium) : chromium;
  }

  async #start(isShown, run, { args, env }, onReached) {
    const chromium = await this.#browserFor(run);
    const milliseconds = this.#end - performance.now();
    if (milliseconds <= 0) return { code: 1, output: "", isEnded: true };
    return capture(this.node, args, {
      cwd: ROOT,
      env: { ...env, ...(chromium && { CHROMIUM_PATH: chromium }) },
      isShown,
      limit: milliseconds < LONGEST_TIMER_MS ? { milliseconds, onReached } : null,
    });
  }

  /** Runs again what failed and may be, says what was tested and what was not, and sets the exit code. notRun: texts. */
  async end({ notRun = [] }) {
    const results = this.#results;
    const unstable = await runAgain(results, (...asked) => this.#start(true, ...asked), say);
    const tooMany = unstable.length > MOST_UNSTABLE ? 1 : 0;
    const passed = this.#sum((result) => result.passed);
    const failed = this.#sum((result) => result.failed) + this.#failedChecks + tooMany;
    for (const line of summaryOf(results, unstable)) say(line);
    if (tooMany > 0) say(`\nFAILED: ${unstable.length} tests are unstable, more than ${MOST_UNSTABLE}.`);
    say("\nTime of each part:");
    for (const { title, milliseconds } of this.#parts) say(`  ${duration(milliseconds)}  ${title}`);
    say(`\nTested: ${testedIn({ checks: this.#checks, results, chromium: await this.#version() })}`);
    say(`Not run: ${notRun.join("; ") || "nothing of what was asked for"}.`);
    const time = duration(performance.now() - this.#started);
    say(`${failed === 0 ? "Passed" : "FAILED"} in ${time}; unstable: ${unstable.length || "none"}.`);
    this.#close(passed, failed);
    return results;
  }

  #sum(count) {
    return this.#results.reduce((total, result) => total + count(result), 0);
  }

  /** The last line, which CI reads. */
  #close(passed, failed) {
    say(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  }

  /** What the browser calls itself, such as "Chromium 146.0.7680.80"; undefined without one. */
  async #version() {
    const path = await this.#chromium.catch(() => undefined);
    if (!path) return undefined;
    const { code, output } = await capture(path, ["--version"]);
    return code === 0 ? output.trim() : path;
  }
}
