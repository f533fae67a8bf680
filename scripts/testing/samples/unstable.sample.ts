import { describe, expect, it } from "vitest";
import { timeOf } from "./times.ts";

describe("a part (of a page)", () => {
  it("fails the first time, for [some] reason", () => {
    expect(timeOf("unstable")).toBeGreaterThan(1);
  });

  it("passes", () => undefined);
});
