import { expect, it } from "vitest";
import { changesOf, factsOf } from "./describe-fields.ts";

it("a change is told by the fields that differ, in people's words", () => {
  const before = {
    id: "ten_1",
    invoice_due_days: 30,
    reminder_days: [],
    automatic_tax: false,
    updated_at: "a",
  };
  const after = {
    ...before,
    invoice_due_days: 14,
    reminder_days: [7, 14],
    automatic_tax: true,
    updated_at: "b",
  };
  expect(changesOf(before, after)).toEqual([
    { field: "Days to pay", before: "30", after: "14" },
    { field: "Reminders, days after the due date", before: null, after: "7\n14" },
    { field: "Stripe computes and collects taxes", before: "No", after: "Yes" },
  ]);
});

it("amounts are written in their currency, moments as dates, and statuses with their labels", () => {
  const before = { currency: "USD", provider: null, status: "OPEN", amount_paid: 0, paid_at: null };
  const after = {
    currency: "USD",
    provider: "PROVIDER_B",
    status: "UNCOLLECTIBLE",
    amount_paid: 4900,
    paid_at: "2026-11-14T10:03:00.000Z",
  };
  expect(changesOf(before, after)).toEqual([
    { field: "Payment", before: null, after: "By transfer" },
    { field: "Status", before: "Open", after: "Written off" },
    { field: "Paid", before: "$0.00", after: "$49.00" },
    { field: "Paid on", before: null, after: "14 Nov 2026, 10:03:00 UTC" },
  ]);
});

it("what is new is told whole, with the objects in it behind their words", () => {
  const after = { id: "sub_1", plan: { id: "plan_1", name: "Pro" }, metadata: {}, note: null };
  expect(changesOf(null, after)).toEqual([{ field: "Plan, Name", before: null, after: "Pro" }]);
});

it("an invoice shows its number, status and amounts first, its lines last, and no ids", () => {
  const after = {
    tax: 0,
    lines: [{ id: "il_1", amount: 4900, is_proration: false, description: "Team, monthly" }],
    total: 4900,
    number: "INV-7",
    status: "OPEN",
    currency: "USD",
    customer_id: "cus_01m7yks7h9eneattttttttttt0",
  };
  expect(changesOf(null, after).map(({ field, after: text }) => [field, text])).toEqual([
    ["Number", "INV-7"],
    ["Status", "Open"],
    ["Total", "$49.00"],
    ["Tax", "$0.00"],
    ["Currency", "USD"],
    ["Lines", "Team, monthly: $49.00"],
  ]);
});

it("a subscription's amount is in the currency of its price", () => {
  const after = { recurring_amount: 39_900, plan_price: { id: "price_1", currency: "USD" } };
  expect(changesOf(null, after)[0]).toMatchObject({ field: "Recurring amount", after: "$399.00" });
});

it("of an event's object, what one asks first is apart, without zeros", () => {
  const invoice = {
    number: "INV-7",
    total: 4900,
    amount_paid: 0,
    tax: 0,
    currency: "USD",
    reason: "subscription_cycle",
  };
  const { first, rest } = factsOf(invoice);
  expect(first.map(({ field, after }) => [field, after])).toEqual([
    ["Number", "INV-7"],
    ["Total", "$49.00"],
  ]);
  expect(rest.map(({ field, after }) => [field, after])).toEqual([
    ["Paid", "$0.00"],
    ["Tax", "$0.00"],
    ["Currency", "USD"],
    ["Reason", "Renewal"],
  ]);
});
