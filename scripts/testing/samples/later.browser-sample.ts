import { expect, test } from "@playwright/test";
import { timeOf } from "./times.ts";

test.describe("a part (of a page)", () => {
  test("fails the first time", () => {
    expect(timeOf("later")).toBeGreaterThan(1);
  });
});

test("fails the first time, and is strict", { tag: "@strict" }, () => {
  expect(process.env.SAMPLE_STRICT === "fails" ? timeOf("strict") : 2).toBeGreaterThan(1);
});

test("has a process that is killed the first time", () => {
  if (process.env.SAMPLE_KILLED && timeOf("killed") === 1) process.kill(process.pid, "SIGKILL");
});
