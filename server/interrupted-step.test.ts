import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const STEP = join(import.meta.dirname, "..", "scripts", "bootstrap", "step.mjs");

it.for(["SIGINT", "SIGTERM"] as const)(
  "a step of npm start that is ended by %s alone leaves nothing behind that it has started",
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), "usher-step-"));
    const file = join(folder, "pid");
    const command = `sleep 300 & echo $! > '${file}'; wait`;
    const script = `import { step } from ${JSON.stringify(STEP)};
      await step("waiting", { command: "sh", args: ["-c", ${JSON.stringify(command)}] });`;
    const parent = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: "ignore" });
    const ended = new Promise((resolve) => parent.once("exit", (_, by) => resolve(by)));
    const readPid = () => Number(readFileSync(file, "utf8"));
    await expect.poll(readPid, { timeout: 30_000 }).toBeGreaterThan(0);
    const pid = readPid();
    expect(isRunning(pid)).toBe(true);

    parent.kill(signal);
    expect(await ended).toBe(signal);
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
    rmSync(folder, { recursive: true });
  },
);

function isRunning(pid: number): boolean {
  try {
    // An orphan that has ended is there until its new parent has taken note.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.startsWith("Z") === false;
  } catch {
    return false;
  }
}
