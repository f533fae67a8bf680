import { spawn } from "node:child_process";
import { screen } from "./screen.mjs";

/** Lines of a failed command that a test run shows: enough for the error, too few to bury it. */
const TAIL_LINES = 40;

/** What a command says when it fails for a reason outside of it, and what to do about that. */
const REASONS = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|network request to/,
    "the package registry cannot be reached: check the network, or npm's settings for a proxy, then start again",
  ],
  [/ENOSPC|no space left on device/i, "the disk is full: free some space, then start again"],
  [/EACCES|EPERM|EROFS/, "a folder cannot be written: start as the owner of this folder"],
  [
    /heap out of memory|ENOMEM|cannot allocate memory/i,
    "the memory does not suffice: free some, then start again",
  ],
];

/** A step of preparing that failed. The message says in one sentence what to do; details are for a file. */
export class StepError extends Error {
  constructor(message, details = "") {
    super(message);
    this.details = details;
  }

  /** With the end of what the command printed. */
  get text() {
    return [tail(this.details), this.message].filter(Boolean).join("\n\n");
  }
}

/**
 * Runs one command as a step, however long it takes; several may run at once. What it prints is kept back for the error.
 */
export async function step(name, { command, args, cwd, env }) {
  const shown = screen.begin(name);
  const { code, output } = await capture(command, args, { cwd, env });
  if (code === 0) return shown.end();
  shown.fail();
  const [, advice] = REASONS.find(([pattern]) => pattern.test(output)) ?? [];
  const why = advice ?? `it ended with ${typeof code === "string" ? code : `exit code ${code}`}`;
  throw new StepError(`"${name}" failed: ${why}.`, output);
}

/** The end of what was printed, without npm's warnings about engines and without its help on its own options. */
function tail(output) {
  const lines = output.trimEnd().split("\n");
  const help = lines.findIndex((line) =>
    /^npm (error|ERR!) (Usage:|Options:|Clean install a project)/.test(line),
  );
  const telling = (help === -1 ? lines : lines.slice(0, help)).filter((line) => !/^npm warn/i.test(line));
  return telling.slice(-TAIL_LINES).join("\n");
}

/** Signals that end this process, and with it what it runs. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** After a limit has passed: how long a command may take to end by itself, and how long once it was asked to terminate. */
const GRACE_MS = 15_000;

/**
 * Runs a command to its end and returns its exit code with everything it printed. When this process ends first, so does the command,
 * with the processes that it has started: its result would not be used any more. isShown: what it prints goes to this process's own
 * output instead. limit: `{ milliseconds, onReached }` after which it is ended, by an interrupt first; then isEnded is true.
 */
export function capture(command, args, { cwd, env, isShown = false, limit = null } = {}) {
  return new Promise((resolve) => {
    const isWindows = process.platform === "win32";
    let child;
    const end = () => {
      if (child?.pid !== undefined && child.exitCode === null) killAll(child, "SIGTERM");
    };
    const endBySignal = (signal) => {
      end();
      // Nobody else acts on the signal: it ends this process, as it would have.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    };
    // Before the command starts: a signal may come while it does.
    process.once("exit", end);
    for (const signal of SIGNALS) process.once(signal, endBySignal);
    child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", ...(isShown ? ["inherit", "inherit"] : ["pipe", "pipe"])],
      // .cmd files, npm's among them, do not start without a shell on Windows.
      shell: isWindows && !command.endsWith(".exe"),
      windowsHide: true,
      // A group of its own, which is ended as a whole: a build has processes of its own.
      detached: !isWindows,
    });
    let output = "";
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout?.setEncoding("utf8").on("data", collect);
    child.stderr?.setEncoding("utf8").on("data", collect);
    const timers = [];
    let isEnded = false;
    const finish = (code) => {
      for (const timer of timers) clearTimeout(timer);
      process.off("exit", end);
      for (const name of SIGNALS) process.off(name, endBySignal);
      resolve({ code, output, isEnded });
    };
    const after = (milliseconds, act) => timers.push(setTimeout(act, milliseconds));
    if (limit)
      after(limit.milliseconds, () => {
        isEnded = true;
        limit.onReached();
        child.kill("SIGINT");
        after(GRACE_MS, () => killAll(child, "SIGTERM"));
        after(2 * GRACE_MS, () => {
          killAll(child, "SIGKILL");
          // What it started in a group of its own may hold its output open.
          finish("SIGKILL");
        });
      });
    child.once("error", (error) => {
      output += `${error.message}\n`;
      finish(127);
    });
    child.once("close", (code, signal) => finish(code ?? signal));
  });
}

function killAll(child, signal) {
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
