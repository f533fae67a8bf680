import { describe, expect, it as rule } from "vitest";
import type { InvoicePayment } from "../../../platform/database/client/client.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { Letterhead } from "./letterhead.ts";
import type { LoadedInvoice } from "./load-invoice.ts";
import { printReceipt } from "./print-receipt.ts";
import { receiptOf } from "./receipts.ts";

const day = (nth: number) => new Date(Date.UTC(2026, 10, nth));
const payment = (nth: number, amount: bigint, takenBackAt: Date | null = null) =>
  ({
    id: `pay_${nth}`,
    amount,
    surplus: 0n,
    reference: null,
    paidAt: day(nth),
    createdAt: day(nth),
    takenBackAt,
  }) as InvoicePayment;
const letterhead = Letterhead.parse({
  brand: "Acme",
  brandColor: "#4f46e5",
  seller: "Acme Ltd",
  buyer: "Zoe",
  payment: "IBAN DE00",
});
const invoice = { id: "inv_1", displayNumber: "INV-00042", currency: "EUR", total: 5000n } as LoadedInvoice;

describe("the paper of a receipt", () => {
  // Of 50.00: 10.00, then 20.00 that bounced after the third came, then 20.00.
  const payments = [payment(1, 1000n), payment(2, 2000n, day(4)), payment(3, 2000n)];
  const print = (id: string) => {
    const receipt = receiptOf(payments, id);
    return receipt && printReceipt(invoice, receipt, letterhead);
  };

  rule("says what came and what had come before it", () => {
    expect(print("pay_1")).toMatchObject({
      title: "Receipt",
      mark: null,
      seller: "Acme Ltd",
      buyer: "Zoe",
      notes: [],
      facts: [
        ["Number", "INV-00042-R1"],
        ["Paid on", "1 November 2026"],
        ["For invoice", "INV-00042"],
      ],
      lines: [{ description: "Payment of invoice INV-00042", note: "", amount: "€10.00" }],
      totals: [
        ["Invoice total", "€50.00"],
        ["Received", "€10.00"],
      ],
    });
    // What was taken back later had counted then: the receipt stays as it was given out.
    expect(print("pay_3")).toMatchObject({
      totals: [
        ["Invoice total", "€50.00"],
        ["Paid before", "€30.00"],
        ["Received", "€20.00"],
      ],
    });
  });

  rule("says what came beyond what was due", () => {
    const more = { ...payment(1, 5000n), surplus: 1000n };
    expect(printReceipt(invoice, { payment: more, nth: 1, before: 0n }, letterhead)).toMatchObject({
      lines: [
        { description: "Payment of invoice INV-00042", note: "", amount: "€50.00" },
        { description: "More than was due, kept as credit", note: "", amount: "€10.00" },
      ],
      totals: [
        ["Invoice total", "€50.00"],
        ["Received", "€60.00"],
      ],
    });
  });

  rule("says that the payment was taken back, and of no other", () => {
    expect(print("pay_2")).toMatchObject({ mark: { word: "TAKEN BACK", tone: "warning" } });
    expect(print("pay_2")?.facts.at(-1)).toEqual(["Taken back", "4 November 2026"]);
    expect(receiptOf([...payments, payment(5, 2000n)], "pay_5")?.before).toBe(3000n);
    expect(print("pay_9")).toBeNull();
  });
});

describe("a receipt over REST", () => {
  it("is a PDF of each payment, in part or whole, under the invoice's number", async ({ world }) => {
    const tenant = await aTenant(world);
    const invoices = await Promise.all(
      [1, 2].map(async () => {
        const { id } = await aSubscription(tenant, { paidBy: "invoice", amount: 3000 });
        return (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data[0];
      }),
    );
    const [{ id, number }, other] = invoices;
    const path = `/v1/billing/invoices/${id}`;
    await tenant.admin.post(`${path}/payments`, { amount: 1000, reference: "SEPA 4" });
    await tenant.admin.post(`${path}/payments`);
    const [second, first] = (await tenant.admin.get(`${path}/payments`)).body.data;
    for (const [nth, paid] of [first, second].entries()) {
      const reply = await tenant.admin.get(`${path}/payments/${paid.id}/receipt`);
      expect([reply.status, reply.body.slice(0, 5)]).toEqual([200, "%PDF-"]);
      expect(reply.headers.get("content-disposition")).toBe(`inline; filename="${number}-R${nth + 1}.pdf"`);
    }
    const pdf = await tenant.admin.get(`${path}/pdf`);
    expect(pdf.headers.get("content-disposition")).toBe(`inline; filename="${number}.pdf"`);
    await tenant.admin.post(`${path}/payments/${first.id}/take-back`, { reason: "It bounced." });
    expect((await tenant.admin.get(`${path}/payments/${first.id}/receipt`)).status).toBe(200);
    const elsewhere = await tenant.admin.get(`/v1/billing/invoices/${other.id}/payments/${first.id}/receipt`);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, "K6031"]);
  });
});
