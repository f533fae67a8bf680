import { spawn } from "node:child_process";

/** Lines of a failed command that are shown: enough for the error, too few to bury it. */
const TAIL_LINES = 40;

/** A step of preparing that failed; its output is already in the message. */
export class StepError extends Error {}

/**
 * Runs one command as a step, and says its name when it begins and again, with the time it took, when it has ended: several
 * may run at once. What it prints is kept back, and shown as a tail when it fails.
 */
export async function step(name, { command, args, cwd, env }) {
  const started = performance.now();
  process.stderr.write(`· ${name} …\n`);
  const { code, output } = await capture(command, args, { cwd, env });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (code === 0) {
    process.stderr.write(`· ${name} … ${seconds} s\n`);
    return;
  }
  process.stderr.write(`· ${name} … failed after ${seconds} s\n`);
  throw new StepError(`${tail(output)}\n\n"${name}" failed (exit code ${code}).`);
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
