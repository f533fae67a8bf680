import { describe, expect } from "vitest";
import { compareTenant } from "../../../doctor/providers.ts";
import { aCardBuyer } from "../../../testing/a-card-buyer.ts";
import { it } from "../../../testing/it.ts";
import { unique } from "../../../testing/world.ts";
import { mendDrift } from "../card-provider/drift/drift.ts";
import { processProviderEvent } from "../provider-events/process-event.ts";

// What changes a customer's balance at the card provider, by hand and by invoices, and what the journal says of it.

describe("a customer's balance at the card provider", () => {
  it("is the credit that the journal has there, when a person changes it by hand", async ({ world }) => {
    const buyer = await aCardBuyer(world);
    await buyer.adjust(-500);
    await buyer.adjust(120);
    expect(await buyer.differences()).toEqual([
      { customerId: buyer.customerId, currency: "USD", ours: 0n, theirs: -380n },
    ]);
    // However often, and several at once.
    await Promise.all([buyer.sync(), buyer.sync(), buyer.sync()]);
    await buyer.sync();
    expect(await buyer.balances()).toMatchObject({ CREDIT: -380n, GIVEN_BACK: 380n, CASH: 3000n });
    expect(await buyer.differences()).toEqual([]);
  });

  it("counts what an invoice did to it once: one that uses it, one too small to be charged, one that is voided", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aCardBuyer(world);
    await buyer.adjust(-500);
    for (const amount of [200, 290, 40, 5000]) {
      const id = await buyer.invoice(amount);
      if (amount === 5000) await buyer.stripe.invoices.voidInvoice(id);
    }
    await mendDrift(buyer.scope);
    const types = await buyer.scope.db.balanceTransaction.findMany({
      where: { tenantId: buyer.scope.tenantId },
      orderBy: { createdAt: "asc" },
    });
    expect(new Set(types.map(({ type }) => type))).toEqual(
      new Set(["adjustment", "applied_to_invoice", "invoice_too_small", "unapplied_from_invoice"]),
    );
    const { CREDIT, RECEIVABLE } = await buyer.balances();
    const known = await buyer.stripe.customers.retrieve(buyer.remote);
    expect([Number(CREDIT), RECEIVABLE]).toEqual([known.deleted ? null : known.balance, 0n]);
    expect(await buyer.differences()).toEqual([]);
  });

  it("is learned by a callback, and by the hourly comparison where that was lost", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aCardBuyer(world);
    const { tenantId, db, clock } = buyer.scope;
    await buyer.adjust(-500);
    const event = {
      tenantId,
      provider: "PROVIDER_A",
      providerEventId: "evt_1",
      type: "customer.updated",
    } as const;
    const payload = { subscription: null, invoice: null, customer: buyer.remote };
    await db.providerEvent.create({
      data: { ...event, id: "pevt_balance", payload, receivedAt: clock.now() },
    });
    await processProviderEvent(buyer.scope, "pevt_balance");
    expect((await buyer.balances()).CREDIT).toBe(-500n);
    await buyer.adjust(-70);
    await mendDrift(buyer.scope);
    expect((await buyer.balances()).CREDIT).toBe(-570n);
  });

  it("that is not the journal's credit is found by the doctor", { tags: ["long"] }, async ({ world }) => {
    const buyer = await aCardBuyer(world);
    const wrong = async () => (await compareTenant(buyer.scope)).wrong;
    expect(await wrong()).toEqual([]);
    await buyer.adjust(-500);
    expect(await wrong()).toEqual([
      `  ${buyer.scope.tenantId} ${buyer.customerId}: balance in USD, here 0, there -500`,
    ]);
    await buyer.sync();
    expect(await wrong()).toEqual([]);
    await buyer.scope.db.balanceTransaction.create({
      data: {
        tenantId: buyer.scope.tenantId,
        id: unique("cbtxn"),
        customerId: buyer.customerId,
        currency: "USD",
        amount: 30n,
        endingBalance: -470n,
        type: "adjustment",
        createdAt: buyer.scope.clock.now(),
      },
    });
    expect(await wrong()).toEqual([
      `  ${buyer.scope.tenantId} ${buyer.customerId}: balance in USD, here -470, there -500`,
    ]);
  });
});
