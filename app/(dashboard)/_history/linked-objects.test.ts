import { expect, it } from "vitest";
import { linkedObjects } from "./linked-objects.ts";

it("an invoice leads to itself, its customer and its subscription", () => {
  const data = { id: "inv_1", number: "INV-7", customer_id: "cus_1", subscription_id: "sub_1", lines: [] };
  expect(linkedObjects("invoice", "inv_1", data)).toEqual([
    { kind: "Invoice", id: "inv_1", href: "/invoices?invoice=inv_1", name: "INV-7" },
    { kind: "Customer", id: "cus_1", href: "/customers/cus_1", name: null },
    { kind: "Subscription", id: "sub_1", href: "/subscriptions/sub_1", name: null },
  ]);
});

it("objects in it are named, and what it does not name has no link", () => {
  const data = {
    customer: { id: "cus_1", name: "Acme" },
    plan: { id: "plan_1", name: "Pro" },
    invoice_id: null,
  };
  expect(linkedObjects("subscription", "sub_1", data).map(({ kind, name }) => [kind, name])).toEqual([
    ["Customer", "Acme"],
    ["Subscription", null],
    ["Plan", "Pro"],
  ]);
  expect(linkedObjects("tenant", "ten_1", null)).toEqual([]);
});
