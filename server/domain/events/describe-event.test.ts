import { expect, it } from "vitest";
import { nameOfObject, sentenceOf } from "./describe-event.ts";

it("an event is told in a sentence, and by its type where it is not known any more", () => {
  expect(sentenceOf("invoice.paid")).toBe("An invoice was paid in full.");
  expect(sentenceOf("toString")).toBe("toString");
});

it("an overdue transfer is no failed payment, and an invoice of credit was paid by nobody", () => {
  const byTransfer = { provider: "PROVIDER_B" };
  expect(sentenceOf("subscription.past_due", byTransfer)).toBe("An invoice of a subscription is overdue.");
  expect(sentenceOf("subscription.unpaid", byTransfer)).toMatch(
    /^An invoice of a subscription stayed overdue/,
  );
  expect(sentenceOf("subscription.past_due", { provider: "PROVIDER_A" })).toMatch(/^A payment failed/);
  expect(sentenceOf("invoice.paid", { total: 0 })).toBe(
    "An invoice of credit was issued: nothing is to be paid.",
  );
  expect(sentenceOf("invoice.paid", { total: 100 })).toBe("An invoice was paid in full.");
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
