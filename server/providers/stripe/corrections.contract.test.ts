// What is taken back of invoices, as every card provider must tell it; see ../port.contract.test.ts.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aContract } from "../../testing/a-contract.ts";
import type { ProviderCorrection } from "../port.ts";

let at: Awaited<ReturnType<typeof aContract>>;

beforeAll(async () => {
  at = await aContract();
});

afterAll(() => at.close());

/** An invoice of 20.00 that was paid by card. */
async function aPaidInvoice() {
  const { started, customerId } = await at.aSubscription(2000n);
  const [invoice] = await at.provider.listInvoices({ subscriptionId: started.id, limit: 1 });
  const id = invoice?.id ?? "";
  const [paid] = (await at.stripe.invoicePayments.list({ invoice: id })).data;
  return { id, customerId, payment: String(paid?.payment.payment_intent) };
}

describe("corrections of an invoice", () => {
  test("are its credit notes and its refunds", async () => {
    const { id, customerId, payment } = await aPaidInvoice();
    const since = new Date(Date.now() - 60_000);
    expect(await at.provider.readCorrections(id)).toEqual({
      creditNotes: [],
      refunds: [],
      disputes: [],
      fraudWarnings: [],
    });
    const note = await at.stripe.creditNotes.create({
      invoice: id,
      amount: 700,
      memo: "A mistake",
      credit_amount: 200,
      refund_amount: 400,
      out_of_band_amount: 100,
    });
    const refund = await at.stripe.refunds.create({ payment_intent: payment, amount: 300 });
    const found = await at.provider.readCorrections(id);
    expect(found.creditNotes).toMatchObject([
      {
        id: note.id,
        number: note.number,
        status: "ISSUED",
        currency: "USD",
        reason: "A mistake",
        amount: 700n,
        offDue: 0n,
        postPayment: 700n,
        outOfBand: 100n,
        tax: 0n,
        voidedAt: null,
        refunds: [{ amount: 400n }],
        lines: [{ invoiceLineId: null, amount: 700n }],
      },
    ]);
    expect(found.refunds.map(({ amount, status }) => [amount, status]).sort()).toEqual([
      [300n, "SUCCEEDED"],
      [400n, "SUCCEEDED"],
    ]);
    expect(await at.provider.findInvoicesOfPayment(payment)).toEqual([id]);
    const listed: ProviderCorrection[] = [];
    for await (const one of at.provider.listCorrectionsSince(since)) listed.push(one);
    expect(listed).toEqual(
      expect.arrayContaining([
        {
          kind: "CREDIT_NOTE",
          id: note.id,
          status: "ISSUED",
          withdrawn: 0n,
          invoiceId: id,
          paymentId: null,
          customerId,
        },
        expect.objectContaining({ kind: "REFUND", id: refund.id, status: "SUCCEEDED", paymentId: payment }),
      ]),
    );
  });

  test("of an invoice that is not there are none, nor are there invoices of a payment that is not", async () => {
    const none = { creditNotes: [], refunds: [], disputes: [], fraudWarnings: [] };
    expect(await at.provider.readCorrections("in_none")).toEqual(none);
    expect(await at.provider.findInvoicesOfPayment("pi_none")).toEqual([]);
  });
});
