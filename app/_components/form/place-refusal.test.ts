import { TRPCClientError } from "@trpc/client";
import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../../server/errors/catalogue.ts";
import { messageOf, PLACES } from "../../_lib/reason.ts";
import type { FormField } from "./field.ts";
import { placeRefusal } from "./place-refusal.ts";

/** An error as the server's error formatter sends it. */
function anError(message: string, error: object, issues?: object[]): Error {
  const shape = { code: -32_600, message, data: { error: { message, ...error }, issues } };
  return new TRPCClientError(message, { result: { error: shape } });
}

const shown: FormField[] = [
  { name: "name", label: "Name" },
  { name: "slug", label: "Slug" },
  { name: "unit_amount_USD", label: "Overage price in USD" },
];

describe("a refusal of the server", () => {
  it("lands at the fields that it names, in words for people", () => {
    const issues = [
      { path: "entitlements.0.prices.0.unit_amount", message: "Write at least 1." },
      { path: "name", message: "Fill in this field." },
    ];
    const error = anError(
      "Some fields are missing or wrong; see issues.",
      { code: "K1002", name: "fields_invalid" },
      issues,
    );
    expect(placeRefusal(error, shown)).toEqual({
      fields: { unit_amount_USD: "Write at least 1.", name: "Fill in this field." },
      whole: null,
    });
  });

  it("is told of the whole form where no shown field is named, without the API's names", () => {
    const issues = [{ path: "due_days", message: "Write at most 365" }];
    expect(placeRefusal(anError("", { code: "K1002", name: "fields_invalid" }, issues), shown)).toEqual({
      fields: {},
      whole: "Due days: Write at most 365. (K1002)",
    });
  });

  it("lands at the field that its details or its code name", () => {
    const taken = anError("The slug pro is taken. Choose another.", {
      code: "K5006",
      name: "catalog_value_taken",
      details: { field: "slug" },
    });
    const words = "The slug pro is taken. Choose another. (K5006)";
    expect(placeRefusal(taken, shown)).toEqual({ fields: { slug: words }, whole: null });
    const tenant = anError("The tenant slug pro is taken. Choose another.", {
      code: "K3005",
      name: "tenant_slug_taken",
    });
    expect(Object.keys(placeRefusal(tenant, shown).fields)).toEqual(["slug"]);
  });

  it("of a line of an invoice lands at the field that has the line's id", () => {
    const fields = [{ name: "line_1", label: "Pro" }, ...shown];
    const details = { left: 5005, left_to_credit: "€50.05", line_id: "line_1" };
    const error = anError("No more than €50.05 can still be credited here.", {
      code: "K6041",
      name: "credit_exceeds_remaining",
      details,
    });
    expect(Object.keys(placeRefusal(error, fields).fields)).toEqual(["line_1"]);
    expect(placeRefusal(error, shown).whole).toContain("No more than €50.05");
  });

  it("of no field stays with the form", () => {
    const error = anError("There is no such pack.", { code: "K5005", name: "pack_not_found" });
    expect(placeRefusal(error, shown)).toEqual({ fields: {}, whole: "There is no such pack. (K5005)" });
  });
});

describe.each(Object.entries(PLACES))("the words for %s", (name, { words, fields }) => {
  it("are of an error that exists, and speak of no field of the API", () => {
    expect(CATALOGUE).toHaveProperty(name);
    // Named by the error's details, in the list, or of the whole form.
    expect(
      fields.length > 0 ||
        ["catalog_value_taken", "invoice_status_conflict", "field_not_for_provider"].includes(name),
    ).toBe(true);
    const shownWords = words ?? CATALOGUE[name as keyof typeof CATALOGUE].message;
    expect(shownWords.replaceAll(/\{\w+\}/g, "x")).not.toMatch(/`|\w_\w|[a-z][A-Z]\w/);
    if (words) expect(messageOf(anError("", { code: "K1002", name }))).toMatch(/\.$/);
  });
});
