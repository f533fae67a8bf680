import { expect, it } from "vitest";
import { UpdateCustomer } from "../../../server/domain/customers/browse-schema.ts";
import { type FormField, toTyped } from "./field.ts";
import { resolverOf } from "./use-api-form.ts";

const EMAIL: FormField = { name: "email", label: "E-mail", kind: "email" };

it.each([
  ["info@xn--e1afmkfd.xn--p1ai", "info@пример.рф"],
  ["ann@example.com", "ann@example.com"],
])("a form shows %s as lists do, and saves it unchanged", async (stored, shown) => {
  const typed = toTyped(EMAIL, { email: stored }, "en");
  expect(typed).toBe(shown);
  const resolve = resolverOf(UpdateCustomer, [EMAIL], { id: "cus_1" });
  const options = { fields: {}, shouldUseNativeValidation: false };
  expect(await resolve({ email: typed }, undefined, options)).toEqual({
    values: { id: "cus_1", email: stored },
    errors: {},
  });
});
