import { expect, it } from "vitest";
import { timeOf } from "./times.ts";

it.for([1, 2, 3, 4])("fails the first time, number %s of four", (number) => {
  expect(timeOf(`four ${number}`)).toBeGreaterThan(1);
});
