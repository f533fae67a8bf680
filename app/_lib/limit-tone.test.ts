import { expect, it } from "vitest";
import { limitTone } from "./limit-tone.ts";

it.each([
  [{ used: 99, limit: 100, overage: "BLOCK" }, "notice"],
  [{ used: 100, limit: 100, overage: "BLOCK" }, "negative"],
  [{ used: 100, limit: 100, overage: "BILL" }, "notice"],
  [{ used: 101, limit: 100, overage: "BLOCK" }, "negative"],
  [{ used: 101, limit: 100, overage: "BILL" }, "caution"],
  [{ used: 101, limit: 100, overage: "ALLOW" }, "caution"],
  [{ used: 101, limit: 100, overage: null }, "caution"],
  [{ used: 101, limit: null, overage: "BLOCK" }, "notice"],
] as const)("a bar of %j is %s", (use, tone) => {
  expect(limitTone(use)).toBe(tone);
});
