import { expect, it } from "vitest";
import { timeOf } from "./times.ts";

it("fails the first time, and is strict", { tags: ["strict"] }, () => {
  expect(timeOf("strict")).toBeGreaterThan(1);
});
