import { expect, test } from "@playwright/test";
import { timeOf } from "./times.ts";

test("comes first", () => {
  expect(process.env.SAMPLE_FIRST === "fails" ? timeOf("first") : 2).toBeGreaterThan(1);
});
