import { TRPCClientError } from "@trpc/client";
import { expect, it } from "vitest";
import { reasonOf } from "./reason.ts";

/** An error as the server's error formatter sends it. */
function anError(message: string, error: object): Error {
  const shape = { code: -32_600, message, data: { error: { message, ...error } } };
  return new TRPCClientError(message, { result: { error: shape } });
}

it("a refusal of single fields says which, and what is wrong with each", () => {
  const issues = [
    { path: "entitlements.0.limit", message: "must be above 0" },
    { path: "", message: "Unknown plan." },
  ];
  const error = anError("Some fields are missing or wrong; see issues.", {
    code: "K1002",
    name: "fields_invalid",
    issues,
  });
  expect(reasonOf(error)).toBe("Limit: must be above 0. Unknown plan. (K1002)");
});

it("a moment in a refusal is as people write it", () => {
  const error = anError("The date 2026-11-24T09:30:00.000Z is in the future.", {
    code: "K6030",
    name: "payment_date_in_future",
  });
  expect(reasonOf(error)).toBe("The date 24 Nov 2026, 09:30:00 UTC is in the future. (K6030)");
});

it("an invoice that changed meanwhile is named by its present status", () => {
  const now = (status: string) =>
    reasonOf(
      anError("This cannot be done with an invoice.", {
        code: "K6013",
        name: "invoice_status_conflict",
        details: { status },
      }),
    );
  expect(now("VOID")).toBe(
    "This cannot be done: the invoice is void now. Close this window to see what was done with it. (K6013)",
  );
  expect(now("UNCOLLECTIBLE")).toContain("the invoice is written off now.");
  expect(now("given back in part")).toContain("the invoice is given back in part now.");
});

it("any other refusal is in the server's own words", () => {
  expect(reasonOf(anError("There is no such pack.", { code: "K5005", name: "pack_not_found" }))).toBe(
    "There is no such pack. (K5005)",
  );
  expect(reasonOf(new Error("fetch failed"))).toBe("The server could not be reached. Try again.");
});
