import { expect, it } from "vitest";
import { countOf } from "./units.ts";

it("a count stands before its unit", () => {
  expect(countOf(1, "feature")).toBe("1 feature");
  expect(countOf(12_000, "calls")).toBe("12,000 calls");
});
