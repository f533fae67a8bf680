import { expect, it } from "vitest";

it("fails each time", () => {
  expect("wrong").toBe("right");
});
