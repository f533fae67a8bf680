import { expect, it } from "vitest";
import { nameOfObject, sentenceOf } from "./describe-event.ts";

it("an event is told in a sentence, and by its type where it is not known any more", () => {
  expect(sentenceOf("invoice.paid")).toBe("An invoice was paid in full.");
  expect(sentenceOf("toString")).toBe("toString");
});

it.each([
  [{ id: "invoice_1", number: "INV-00042", customer_id: "cus_1" }, "INV-00042"],
  [{ id: "cus_1", external_id: "ada", email: "ada@example.com", name: null }, "ada@example.com"],
  [{ id: "sub_1", plan: { slug: "pro", name: "Pro" }, customer: { name: "Ada Ltd" } }, "Pro, Ada Ltd"],
  [{ id: "cus_1", erased: true }, null],
  [null, null],
])("the object %j is called %j", (data, name) => {
  expect(nameOfObject(data)).toBe(name);
});
