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

/**
 * Runs a command to its end and returns its exit code with everything it printed. When this process ends first, so does the command,
 * with the processes that it has started: its result would not be used any more.
 */
export function capture(command, args, { cwd, env } = {}) {
  return new Promise((resolve) => {
    const isWindows = process.platform === "win32";
    let child;
    const end = () => {
      if (child?.pid !== undefined && child.exitCode === null) killAll(child, isWindows);
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
      stdio: ["ignore", "pipe", "pipe"],
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
    child.stdout.setEncoding("utf8").on("data", collect);
    child.stderr.setEncoding("utf8").on("data", collect);
    child.once("error", (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.once("close", (code, signal) => {
      process.off("exit", end);
      for (const name of SIGNALS) process.off(name, endBySignal);
      resolve({ code: code ?? signal, output });
    });
  });
}

function killAll(child, isWindows) {
  try {
    if (isWindows) child.kill();
    else process.kill(-child.pid, "SIGTERM");
  } catch {
    // It has ended meanwhile.
  }
}
