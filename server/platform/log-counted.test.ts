import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLog, type Log } from "./log.ts";
import { logCounted } from "./log-counted.ts";

let lines: Record<string, unknown>[];
let log: Log;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  lines = [];
  log = createLog("warn", { write: (line: string) => void lines.push(JSON.parse(line)) });
});

afterEach(() => vi.useRealTimers());

const words = () => lines.map(({ msg }) => msg);

it("writes the first line of a cause at once with its fields, and then how many more there were each minute", () => {
  for (let n = 0; n < 1_000; n++) logCounted(log, "warn", { endpoint_id: `e${n}` }, "not accepted");
  expect(lines).toMatchObject([{ level: "warn", msg: "not accepted", endpoint_id: "e0" }]);
  vi.advanceTimersByTime(60_000);
  logCounted(log, "warn", {}, "not accepted");
  vi.advanceTimersByTime(60_000);
  expect(words()).toEqual([
    "not accepted",
    "not accepted: 999 more of the same in the last minute",
    "not accepted: 1 more of the same in the last minute",
  ]);
  expect(lines[1]).toMatchObject({ level: "warn", more: 999 });
});

it("begins anew after a minute without any", () => {
  logCounted(log, "warn", {}, "not accepted");
  vi.advanceTimersByTime(60_000);
  logCounted(log, "warn", { attempt: 2 }, "not accepted");
  expect(lines).toMatchObject([{ msg: "not accepted" }, { msg: "not accepted", attempt: 2 }]);
});

it("keeps causes apart: messages, kinds of errors, what the caller names, and logs", () => {
  const refused = Object.assign(new Error("connect 10.0.0.1"), { code: "ECONNREFUSED" });
  const other = createLog("warn", { write: () => undefined });
  logCounted(other, "error", { err: refused }, "failed");
  logCounted(log, "error", { err: refused }, "failed");
  logCounted(
    log,
    "error",
    { err: Object.assign(new Error("connect 10.0.0.2"), { code: "ECONNREFUSED" }) },
    "failed",
  );
  logCounted(log, "error", { err: new TypeError("x") }, "failed");
  logCounted(log, "error", { err: refused, cause: "tidy" }, "failed");
  logCounted(log, "error", {}, "other");
  expect(words()).toEqual(["failed", "failed", "failed", "other"]);
  expect(lines[2]).not.toHaveProperty("cause");
});
