import { expect, test } from "vitest";
import { translationsToApi } from "./translations.ts";

test("empty texts, and languages without any, are left out of translations", () => {
  expect(
    translationsToApi({
      de: { name: " Gruppe ", description: "" },
      fr: { name: "  ", description: "" },
      ja: {},
    }),
  ).toEqual({ de: { name: "Gruppe" } });
});
