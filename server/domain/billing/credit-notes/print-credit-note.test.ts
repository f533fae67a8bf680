import { describe, expect, it } from "vitest";
import { Letterhead } from "../invoices/letterhead.ts";
import { printCreditNote } from "./print-credit-note.ts";
import type { LoadedCreditNote } from "./view-credit-note.ts";

const letterhead = Letterhead.parse({
  brand: "Acme",
  brandColor: "#4f46e5",
  seller: "Acme Ltd",
  buyer: "חנות ספרים\n東京書店",
  payment: "IBAN DE00",
});
const note = {
  displayNumber: "CN-00007",
  invoice: { displayNumber: "INV-00042" },
  status: "ISSUED",
  currency: "JPY",
  amount: 2000n,
  offDue: 1800n,
  toBalance: 0n,
  toRefund: 200n,
  tax: 0n,
  reason: "השירות היה מושבת",
  issuedAt: new Date("2026-11-14T23:59:59Z"),
  lines: [{ description: "サービス料", amount: 2000n }],
} as unknown as LoadedCreditNote;
const print = (changes: Partial<LoadedCreditNote> = {}) =>
  printCreditNote({ ...note, ...changes }, letterhead);

describe("the paper of a credit note", () => {
  it("says what it takes back of which invoice, why, and where the amount went", () => {
    expect(print()).toEqual({
      title: "Credit note",
      mark: null,
      brand: "Acme",
      brandColor: "#4f46e5",
      facts: [
        ["Number", "CN-00007"],
        ["Date", "14 November 2026"],
        ["For invoice", "INV-00042"],
      ],
      seller: "Acme Ltd",
      buyer: "חנות ספרים\n東京書店",
      lines: [{ description: "サービス料", note: "", amount: "¥2,000" }],
      totals: [
        ["Off what is to be paid", "¥1,800"],
        ["Refunded", "¥200"],
        ["Total credited", "¥2,000"],
      ],
      notes: [{ title: "Reason", text: "השירות היה מושבת" }],
    });
  });

  it("names tax and credit, and no reason that was erased", () => {
    const { totals, notes } = print({
      currency: "EUR",
      offDue: 0n,
      toRefund: 0n,
      toBalance: 2000n,
      tax: 319n,
      reason: null,
    });
    expect(totals).toEqual([
      ["Tax in it", "€3.19"],
      ["Credit", "€20.00"],
      ["Total credited", "€20.00"],
    ]);
    expect(notes).toEqual([]);
  });

  it("is marked when it is void", () =>
    expect(print({ status: "VOID" }).mark).toEqual({ word: "VOID", tone: "warning" }));
});
