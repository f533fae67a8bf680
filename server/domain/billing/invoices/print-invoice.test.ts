import { describe, expect, it } from "vitest";
import type { Customer, Tenant } from "../../../platform/database/client/client.ts";
import { Letterhead, letterheadOf } from "./letterhead.ts";
import type { LoadedInvoice } from "./load-invoice.ts";
import { printInvoice } from "./print-invoice.ts";

const letterhead = Letterhead.parse({
  brand: "Acme",
  brandColor: "#4f46e5",
  seller: "Acme Ltd",
  buyer: "Zoe",
  payment: "IBAN DE00",
});
const issued = new Date("2026-11-14T00:00:00Z");
const invoice = {
  displayNumber: "INV-00042",
  status: "OPEN",
  currency: "EUR",
  subtotal: 5000n,
  discount: 0n,
  tax: 0n,
  creditNotes: null,
  total: 5000n,
  amountDue: 5000n,
  amountPaid: 0n,
  periodStart: null,
  periodEnd: null,
  issuedAt: issued,
  dueAt: new Date("2026-11-28T00:00:00Z"),
  paidAt: null,
  lines: [],
} as unknown as LoadedInvoice;
const print = (changes: Partial<LoadedInvoice>) => printInvoice({ ...invoice, ...changes }, letterhead);

describe("the buyer on an invoice", () => {
  const tenant = { name: "Acme", invoiceSeller: null } as unknown as Tenant;
  const buyerOf = (customer: Partial<Customer>) =>
    letterheadOf(tenant, {
      externalId: "visitor_1",
      name: null,
      email: null,
      invoiceAddress: null,
      taxIds: [],
      ...customer,
    } as unknown as Customer).buyer;

  it.each([
    [{ invoiceAddress: "Ada Ltd\n1 Street", name: "Ada", email: "ada@example.com" }, "Ada Ltd\n1 Street"],
    [{ name: "Ada", email: "ada@example.com" }, "Ada\nada@example.com"],
    [{ name: "Ada" }, "Ada"],
    [{ email: "ada@example.com" }, "ada@example.com"],
    [{}, "visitor_1"],
  ])("of %j is %j: your id of them only where nothing else is known", (customer, expected) => {
    expect(buyerOf(customer)).toBe(expected);
  });
});

describe("the paper of an invoice", () => {
  it("says how to pay while something is to be paid", () => {
    expect(print({ amountPaid: 1000n }).notes).toEqual([{ title: "How to pay", text: "IBAN DE00" }]);
    expect(print({ amountPaid: 1000n }).totals.at(-1)).toEqual(["Left to pay", "€40.00"]);
  });

  it("says of one that credit brings to 0 that it is settled, and of no payment", () => {
    const paper = print({ status: "PAID", paidAt: issued, subtotal: 0n, total: 0n, amountDue: 0n });
    expect(paper.mark).toEqual({ word: "SETTLED", tone: "good" });
    expect(paper.facts).toContainEqual(["Settled on", "14 November 2026"]);
    expect(paper.totals.map(([label]) => label)).toEqual(["Total", "Left to pay"]);
  });

  it("names the void invoice that it was issued for", () => {
    const { facts } = printInvoice(invoice, { ...letterhead, replaces: "INV-00041" });
    expect(facts.slice(0, 2)).toEqual([
      ["Number", "INV-00042"],
      ["Replaces", "INV-00041"],
    ]);
  });

  it("names the one that was issued for it when it is void", () => {
    const { facts } = printInvoice({ ...invoice, status: "VOID" }, letterhead, "INV-00043");
    expect(facts).toContainEqual(["Replaced by", "INV-00043"]);
  });

  it("says no period of a line that is of a moment", () => {
    const line = { description: "Set-up", amount: 5000n, periodStart: issued, periodEnd: issued };
    const end = new Date("2026-12-14T00:00:00Z");
    const lines = [line, { ...line, periodEnd: end }] as LoadedInvoice["lines"];
    expect(print({ lines }).lines.map(({ note }) => note)).toEqual([
      "",
      "14 November 2026 to 14 December 2026",
    ]);
  });

  it("has no period where it is for none", () => {
    const labels = (changes: Partial<LoadedInvoice>) =>
      print({ periodStart: issued, periodEnd: issued, ...changes }).facts.map(([label]) => label);
    expect(labels({ reason: "manual" })).toContain("Period");
    expect(labels({ reason: "one_off" })).not.toContain("Period");
  });

  it("does not when it is void: nothing is due", () => {
    expect(print({ status: "VOID" })).toMatchObject({ mark: { word: "VOID", tone: "warning" }, notes: [] });
    expect(print({ status: "VOID" }).totals.at(-1)).toEqual(["Left to pay", "€0.00"]);
  });

  it("says what was written off, and that nothing more is due", () => {
    const given = print({ status: "UNCOLLECTIBLE", amountPaid: 1000n });
    expect(given).toMatchObject({ mark: { word: "WRITTEN OFF", tone: "warning" }, notes: [] });
    expect(given.totals.slice(-3)).toEqual([
      ["Paid", "€10.00"],
      ["Written off", "-€40.00"],
      ["Left to pay", "€0.00"],
    ]);
  });

  it("is a receipt when it is paid", () => {
    const paid = print({ status: "PAID", amountPaid: 5000n, paidAt: issued });
    expect(paid).toMatchObject({ mark: { word: "PAID", tone: "good" }, notes: [] });
    expect(paid.facts.at(-1)).toEqual(["Paid on", "14 November 2026"]);
  });

  it("adds up: subtotal, discount, tax, credit notes and credit", () => {
    const { totals } = print({ discount: 500n, tax: 855n, total: 5355n, creditNotes: 55n, amountDue: 5000n });
    expect(totals).toEqual([
      ["Subtotal", "€50.00"],
      ["Discount", "-€5.00"],
      ["Tax", "€8.55"],
      ["Total", "€53.55"],
      ["Credit notes", "-€0.55"],
      ["Paid from credit", "-€3.00"],
      ["Paid", "€0.00"],
      ["Left to pay", "€50.00"],
    ]);
  });
});
