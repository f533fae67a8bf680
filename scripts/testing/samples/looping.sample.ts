import { it } from "vitest";

it("never lets its process do anything else", () => {
  for (;;);
});
