import { beforeAll, describe, expect, it } from "vitest";
import { timeOf } from "./times.ts";

it("fails the first time, beside a hook that fails", () => {
  expect(timeOf("hook-test")).toBeGreaterThan(1);
});

describe("a suite", () => {
  beforeAll(() => {
    if (timeOf("hook") === 1) throw new Error("This hook fails the first time.");
  });

  it("is not run", () => undefined);
});
