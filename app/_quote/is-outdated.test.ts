import { TRPCClientError } from "@trpc/client";
import { expect, it } from "vitest";
import { isOutdated } from "./is-outdated.ts";

const refusal = (name: string) =>
  new TRPCClientError("No.", {
    result: { error: { code: -32_600, message: "No.", data: { error: { name } } } },
  });

it.each([
  ["quote_invalid", true],
  ["quote_price_changed", true],
  ["card_declined", false],
  ["card_authentication_required", false],
])("a refusal by %s leaves the quote worthless: %s", (name, expected) => {
  expect(isOutdated(refusal(name))).toBe(expected);
});
