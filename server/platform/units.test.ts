import { expect, it } from "vitest";
import { unitFor } from "./units.ts";

it.each([
  [1, "call", "call"],
  [0, "call", "calls"],
  [2, "call", "calls"],
  [2, "calls", "calls"],
  [1, "calls", "call"],
  [1, "seats", "seat"],
  [2, "API call", "API calls"],
  [2, "GB", "GB"],
  [2, "kB", "kB"],
  [2, "%", "%"],
  [2, "entry", "entries"],
  [1, "entries", "entry"],
  [2, "day", "days"],
  [2, "box", "boxes"],
  [1, "boxes", "box"],
  [2, "bus", "buses"],
  [1.5, "hour", "hours"],
])("%d of the unit %s is written %s", (count, unit, written) => {
  expect(unitFor(count, unit)).toBe(written);
});
