import { expect, it } from "vitest";
import { describeEvent } from "./describe-event.ts";

const sentenceOf = (type: string, data?: unknown) => describeEvent(type, data).sentence;

it("an event is told in a sentence, and by its type where it is not known any more", () => {
  expect(sentenceOf("invoice.paid")).toBe("An invoice was paid in full.");
  expect(sentenceOf("toString")).toBe("toString");
});

it("an overdue transfer is no failed payment, and an invoice of 0 was paid by nobody", () => {
  const byTransfer = { provider: "PROVIDER_B" };
  expect(sentenceOf("subscription.past_due", byTransfer)).toBe("An invoice of a subscription is overdue.");
  expect(sentenceOf("subscription.unpaid", byTransfer)).toMatch(
    /^An invoice of a subscription stayed overdue/,
  );
  expect(sentenceOf("subscription.past_due", { provider: "PROVIDER_A" })).toMatch(/^A payment failed/);
  expect(sentenceOf("invoice.paid", { total: 0 })).toBe("An invoice of 0 was issued: nothing is to be paid.");
  expect(sentenceOf("invoice.paid", { total: 100 })).toBe("An invoice was paid in full.");
});

it("of the sandbox of cards it says what it is good for", () => {
  expect(sentenceOf("provider_account.connected", { endpoint: "sandbox" })).toBe("Test cards are ready.");
  expect(sentenceOf("provider_account.connected", { endpoint: "stripe" })).toMatch(/was connected\.$/);
});

const invoice = { id: "invoice_1", number: "INV-00042", customer_id: "cus_1" };
const customer = { id: "cus_1", external_id: "ada", email: "ada@example.com", name: null };
const subscription = { id: "sub_1", plan: { slug: "pro", name: "Pro" }, customer: { name: "Ada Ltd" } };

it.each([
  ["invoice.paid", invoice, "Invoice INV-00042 was paid in full."],
  ["invoice.reminded", invoice, "A reminder of overdue invoice INV-00042 was written."],
  ["customer.updated", customer, "Customer ada@example.com's name, address or tax ids changed."],
  [
    "subscription.created",
    { plan: { name: "Pro" }, customer: { email: "ada@example.com" } },
    "ada@example.com's subscription to Pro began.",
  ],
  ["subscription.paused", subscription, "Ada Ltd's subscription to Pro was paused."],
  [
    "subscription.cancel_withdrawn",
    subscription,
    "The cancellation of Ada Ltd's subscription to Pro was taken back: it goes on.",
  ],
  ["subscription.trial_started", subscription, "Ada Ltd's subscription to Pro began with a trial."],
  ["settings.updated", null, "The settings changed."],
  ["plan_price.archived", { label: "Early" }, "A price was taken off sale; its subscriptions continue."],
])("of %s the sentence names the object", (type, data, sentence) => {
  expect(describeEvent(type, data)).toEqual({ sentence, object_name: null });
});

it("where the sentence has no place for the name, it stands beside it; where nothing names it, nothing does", () => {
  expect(describeEvent("usage.set", { customer })).toMatchObject({ object_name: "ada@example.com" });
  expect(describeEvent("customer.created", { id: "cus_1", erased: true })).toEqual({
    sentence: "A customer was created, by a request or with a new user.",
    object_name: null,
  });
  expect(describeEvent("invoice.paid", null).object_name).toBeNull();
});

it("what has no name of its own is told with those of what it belongs to", () => {
  const related = { customer: "Ada Ltd", plan: "Scale", invoice: "INV-1", feature: "Calls" };
  const told = (type: string, data: object) => Object.values(describeEvent(type, data, { related }));
  expect(told("quote.created", { id: "quote_1" })).toEqual([
    "Ada Ltd was quoted a price for a change to Scale.",
    null,
  ]);
  expect(told("plan_price.created", { amount: 4900, currency: "USD", interval: "MONTH" })[0]).toBe(
    "A price of Scale was created: $49.00 a month.",
  );
  expect(told("pack.published", { version: 2 })).toEqual(["Version 2 of Scale went on sale.", "Ada Ltd"]);
  expect(told("invoice.paid", invoice)).toEqual(["Invoice INV-00042 was paid in full.", "Ada Ltd"]);
  expect(told("refund.created", {})[0]).toMatch(/^Money that was paid for invoice INV-1 /);
});

it("what is gone is named as it was before", () => {
  expect(describeEvent("pack.deleted", null, { before: { name: "Second draft" } }).object_name).toBe(
    "Second draft",
  );
});
