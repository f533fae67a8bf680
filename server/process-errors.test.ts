import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

/** Runs a program whose errors are handled, for a second at most; its log's messages and its exit code. */
function run(program: string) {
  const script = `
    const { handleProcessErrors } = await import("./server/process-errors.ts");
    const write = (_, message) => console.log(message);
    handleProcessErrors({ error: write, fatal: write }, () => process.exit(1));
    setTimeout(() => process.exit(0), 500);
    ${program}`;
  const flags = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", script];
  const { status, stdout } = spawnSync(process.execPath, flags, { encoding: "utf8" });
  return { status, messages: stdout.trim().split("\n") };
}

describe("an error that nobody handled", { tags: ["long"] }, () => {
  it("ends the process when it is an exception", () => {
    const { status, messages } = run(
      `(await import("node:zlib")).inflate(Buffer.from("x"), () => { throw new Error("lost"); });`,
    );
    expect([status, messages]).toEqual([1, [expect.stringContaining("nobody handled an exception")]]);
  });

  it("is logged once, and no more, when it is of a connection or a promise", () => {
    const gone = `const { EventEmitter } = await import("node:events");
      setTimeout(() => new EventEmitter().emit("error", Object.assign(new Error("gone"), { code: "ECONNRESET" })));`;
    expect(run(gone)).toEqual({ status: 0, messages: [expect.stringContaining("of a connection")] });
    const rejected = run(`Promise.reject(new Error("lost"));`);
    expect(rejected).toEqual({ status: 0, messages: [expect.stringContaining("rejected promise")] });
  });
});
