import { spawn } from "node:child_process";
import { failureLine } from "./failure.mjs";
import { screen } from "./screen.mjs";

/** Signals that ask a process to shut down. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

const ORPHAN_CHECK_MS = 500;

/**
 * Replaces this process by the command, as exec does: same terminal, signals are forwarded, and its exit code becomes ours.
 * In a terminal Ctrl-C reaches every process of the group, so it is not forwarded there.
 * meanwhile: a promise of work in progress; the command shows its steps, gets the message "done" when it is fulfilled, and is
 * terminated when it rejects.
 */
export function exec(command, args, { cwd, env, meanwhile = null } = {}) {
  const stdio = ["inherit", "inherit", "inherit", ...(meanwhile ? ["ipc"] : [])];
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio });
  let failure = null;
  const tell = (message) => child.connected && child.send(message, () => undefined);
  if (meanwhile) screen.handOver(tell);
  meanwhile?.then(
    () => child.connected && child.send("done", () => child.connected && child.disconnect()),
    (error) => {
      failure = error;
      child.kill("SIGTERM");
    },
  );
  const isTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  const passed = new Set();
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // npm forwards signals as well: a second one of the same kind is a duplicate.
      if (passed.has(signal) || (signal === "SIGINT" && isTerminal)) return;
      passed.add(signal);
      setTimeout(() => passed.delete(signal), 500).unref();
      child.kill(signal);
    });
  }
  // npm terminates its shell, and the shell does not forward the signal.
  if (process.env.npm_lifecycle_event) whenOrphaned(() => child.kill("SIGTERM"));
  child.once("error", (error) => {
    process.stderr.write(`${command} could not be started: ${error.message}\n`);
    process.exit(1);
  });
  child.once("exit", (code, signal) => {
    // Last, below what the command has shown.
    if (failure) process.stderr.write(`${failureLine(failure)}\n`);
    if (signal === null || failure) process.exit(failure ? 1 : code);
    for (const name of SIGNALS) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

function whenOrphaned(act) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, ORPHAN_CHECK_MS);
}
