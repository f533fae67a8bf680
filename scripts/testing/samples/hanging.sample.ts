import { it } from "vitest";

it("never ends", () => {
  for (;;);
});
