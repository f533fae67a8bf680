import { expect, it } from "vitest";
import { limitTone } from "./limit-tone.ts";

it.each([
  [{ used: 99, limit: 100, overage: "BLOCK", isHeld: false }, "within"],
  [{ used: 100, limit: 100, overage: "BLOCK", isHeld: false }, "negative"],
  [{ used: 100, limit: 100, overage: "BILL", isHeld: false }, "within"],
  [{ used: 101, limit: 100, overage: "BLOCK", isHeld: false }, "negative"],
  [{ used: 101, limit: 100, overage: "BILL", isHeld: false }, "caution"],
  [{ used: 101, limit: 100, overage: "ALLOW", isHeld: false }, "caution"],
  [{ used: 101, limit: 100, overage: null, isHeld: false }, "caution"],
  [{ used: 101, limit: null, overage: "BLOCK", isHeld: false }, "within"],
  // All seats taken.
  [{ used: 25, limit: 25, overage: "BLOCK", isHeld: true }, "within"],
  [{ used: 26, limit: 25, overage: "BLOCK", isHeld: true }, "negative"],
  [{ used: 0, limit: 0, overage: "BLOCK", isHeld: true }, "within"],
] as const)("a bar of %j is %s", (use, tone) => {
  expect(limitTone(use)).toBe(tone);
});
