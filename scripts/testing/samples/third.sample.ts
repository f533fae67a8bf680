import { expect, it } from "vitest";
import { timeOf } from "./times.ts";

it("fails the first and the third time", () => {
  expect(timeOf("third")).toBe(2);
});
