import { execFile } from "node:child_process";
import { join } from "node:path";
import { Writable } from "node:stream";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ApiError } from "../errors/api-error.ts";
import { createLog } from "./log.ts";

const execFileAsync = promisify(execFile);

function logged(line: object): Record<string, unknown> {
  const lines: string[] = [];
  const log = createLog(
    "info",
    new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  log.info(line);
  return JSON.parse(lines[0] ?? "");
}

test("codes that let somebody in are left out of a line, and an error's code is not", () => {
  const code = "7QX4-M2KP";
  const hidden = logged({ code, input: { code }, request: { body: { code } } });
  expect(hidden).toMatchObject({
    code: "[secret]",
    input: { code: "[secret]" },
    request: { body: { code: "[secret]" } },
  });
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  expect(logged({ err: away }).err).toMatchObject({ code: "ECONNREFUSED" });
  expect(logged({ err: new ApiError("card_provider_unavailable") }).err).toMatchObject({ code: "K7005" });
  // No error, whatever its name.
  expect(logged({ err: { code } }).err).toEqual({ code: "[secret]" });
  expect(logged({ err: Object.assign(away, { token: "t", input: { code } }) }).err).toMatchObject({
    token: "[secret]",
    input: { code: "[secret]" },
  });
});

test("what the card provider calls a failure is shown: it lets nobody in", () => {
  const said = { code: "card_declined", message: "Your card was declined.", token: "t" };
  const line = logged({ k_code: "K7002", provider: said, code: "7QX4-M2KP", provider_code: { code: "x" } });
  expect(line).toMatchObject({
    k_code: "K7002",
    provider: { code: "card_declined", token: "[secret]" },
    code: "[secret]",
    provider_code: { code: "[secret]" },
  });
  const failed = Object.assign(new Error("declined"), {
    code: "card_declined",
    raw: said,
    details: { code: "SUMMER" },
  });
  expect(logged({ err: failed }).err).toMatchObject({
    code: "card_declined",
    raw: { code: "card_declined", token: "[secret]" },
    details: { code: "[secret]" },
  });
});

test.each([
  { end: "by itself", code: "" },
  { end: "by process.exit", code: "process.exit(0);" },
  { end: "by an error", code: 'throw new Error("broken");' },
])("what was logged last is written when the process ends $end", async ({ code }) => {
  const script = `import { createLog } from ${JSON.stringify(join(import.meta.dirname, "log.ts"))};
    createLog("info").info({ answer: 42 }, "last words"); ${code}`;
  const { stdout } = await execFileAsync(process.execPath, ["--input-type=module", "-e", script]).catch(
    (failure: { stdout: string }) => failure,
  );
  expect(JSON.parse(stdout)).toMatchObject({ answer: 42, msg: "last words" });
});
