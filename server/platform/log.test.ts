import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { ApiError } from "../errors/api-error.ts";
import { createLog } from "./log.ts";

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
    ...{ code: "[secret]", input: { code: "[secret]" }, request: { body: { code: "[secret]" } } },
  });
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  expect(logged({ err: away }).err).toMatchObject({ code: "ECONNREFUSED" });
  expect(logged({ err: new ApiError("K7005") }).err).toMatchObject({ code: "K7005" });
  // No error, whatever its name.
  expect(logged({ err: { code } }).err).toEqual({ code: "[secret]" });
  expect(logged({ err: Object.assign(away, { token: "t", input: { code } }) }).err).toMatchObject({
    ...{ token: "[secret]", input: { code: "[secret]" } },
  });
});
