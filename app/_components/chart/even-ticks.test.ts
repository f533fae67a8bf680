import { expect, it } from "vitest";
import { evenTicks } from "./even-ticks.ts";

it.each([
  ["people are whole, however few", [0, 1, 2], 1, [0, 1, 2]],
  ["a few steps reach many", [0, 31, 28], 1, [0, 10, 20, 30, 40]],
  ["steps are round", [340_000], 100, [0, 100_000, 200_000, 300_000, 400_000]],
  ["small money has whole dollars", [250], 100, [0, 100, 200, 300]],
  ["both sides of zero have the same steps", [2, -3], 1, [-3, -2, -1, 0, 1, 2]],
  ["nothing at all has an axis", [], 1, [0]],
])("%s", (_, values, unit, ticks) => {
  expect(evenTicks(values, unit)).toEqual(ticks);
});
