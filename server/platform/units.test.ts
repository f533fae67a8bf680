import { expect, it } from "vitest";
import { quantityInWords, unitFor } from "./units.ts";

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

it.each([
  [365, { name: "Data retention", unit: "days" }, "en", "365 days"],
  [1, { name: "Data retention", unit: "days" }, "en", "1 day"],
  [2500, { name: "Storage", unit: "GB" }, "de", "2.500 GB"],
  [365, { name: "Data retention", unit: "day" }, "de", "365 Tage"],
  [30, { name: "Aufbewahrung", unit: "Tage" }, "de", "30 Tage"],
  [10_000, { name: "API calls", unit: "call" }, "en-US", "10,000"],
  [5, { name: "Seats", unit: null }, "en", "5"],
])("%d of %j in %s is written %s", (value, feature, locale, written) => {
  expect(quantityInWords(value, feature, locale)).toBe(written);
});
