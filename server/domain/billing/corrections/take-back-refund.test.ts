// @module-tag ci
import { describe, expect } from "vitest";
import { aCardBuyer } from "../../../testing/a-card-buyer.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { aUser } from "../../../testing/a-user.ts";
import { balancesOf } from "../../../testing/balances-of.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";

// Refunds that were recorded by hand and are taken back, over REST.

const WHY = "The transfer came back.";

/** A customer who paid an invoice of 30.00 by transfer. */
async function aPayer(world: World) {
  const tenant = await aTenant(world);
  const { admin, scope } = tenant;
  const { db, tenantId } = scope;
  const sold = await aSubscription(tenant, { paidBy: "invoice", amount: 3000 });
  const { id: subscription, customerId, customer } = sold;
  const { data } = (await admin.get(`/v1/billing/invoices?subscription_id=${subscription}`)).body;
  const path = `/v1/billing/invoices/${data[0].id}`;
  await admin.post(`${path}/payments`);
  return {
    admin,
    subscription,
    path,
    read: async () => (await admin.get(path)).body,
    refunds: async () => (await admin.get(`/v1/billing/refunds?invoice_id=${data[0].id}`)).body.data,
    takeBack: (id: string) => admin.post(`/v1/billing/refunds/${id}/take-back`, { reason: WHY }),
    note: (amount: number, to: string) => admin.post(`${path}/credit-notes`, { reason: WHY, amount, to }),
    noted: async () => (await admin.get(`/v1/billing/credit-notes?invoice_id=${data[0].id}`)).body.data[0],
    async bounce() {
      const payments = (await admin.get(`${path}/payments`)).body.data;
      expect((await admin.post(`${path}/payments/${payments[0].id}/take-back`, { reason: WHY })).status).toBe(
        200,
      );
    },
    events: async () =>
      (await db.event.findMany({ where: { tenantId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] })).map(
        ({ type }) => type,
      ),
    balances: () => balancesOf(db, scope, customerId),
    /** The refunds as the customer's own user sees them. */
    seen: async () => (await (await aUser(tenant, { customer })).client.get("/v1/billing/refunds")).body.data,
    wrong: () => foundIn(world.services.pool, tenantId),
  };
}

describe("a refund that is taken back", () => {
  it("stays in the list, and its money can be given back or credited again", async ({ world }) => {
    const { admin, path, read, refunds, takeBack, balances, wrong, events, seen } = await aPayer(world);
    const { id } = (await admin.post(`${path}/refunds`, { amount: 700 })).body;
    expect((await refunds())[0]).toMatchObject({ status: "SUCCEEDED", taken_back: null });
    expect((await takeBack(id)).body).toMatchObject({
      id,
      status: "CANCELED",
      amount: 700,
      taken_back: { at: expect.any(String), reason: WHY, actor_type: "APPLICATION" },
    });
    expect(await read()).toMatchObject({ status: "PAID", amount_refunded: 0 });
    expect(await balances()).toMatchObject({ CASH: 3000n, RECEIVABLE: 0n, REVENUE: -3000n });
    expect((await refunds())[0]).toMatchObject({ status: "CANCELED", taken_back: { reason: WHY } });
    expect((await admin.get(`${path}/decisions`)).body.data[0]).toMatchObject({
      kind: "REFUND_TAKEN_BACK",
      reason: WHY,
    });
    expect((await events()).slice(-2)).toEqual(["refund.updated", "invoice.updated"]);
    expect((await takeBack(id)).body.code).toBe("K6070");
    expect((await takeBack("rfd_none")).body.code).toBe("K6069");
    expect(await seen()).toMatchObject([{ id, status: "CANCELED", taken_back: null }]);
    expect((await admin.post(`${path}/refunds`, { amount: 3000 })).status).toBe(201);
    expect(await wrong()).toEqual([]);
  });

  it("of a credit note is credit for the next invoice, where the invoice is paid", async ({ world }) => {
    const { admin, read, refunds, takeBack, note, noted, balances, wrong, subscription } =
      await aPayer(world);
    await note(700, "REFUND");
    await takeBack((await refunds())[0].id);
    expect(await noted()).toMatchObject({ amount: 700, amount_to_balance: 700, amount_to_refund: 0 });
    expect(await read()).toMatchObject({ status: "PAID", amount_refunded: 0, amount_credited: 700 });
    expect(await balances()).toMatchObject({ CASH: 3000n, UNBILLED: -700n, RECEIVABLE: 0n, DISCOUNT: 700n });
    expect(await wrong()).toEqual([]);
    const item = { description: "Training", amount: 1000, invoice: "now" };
    await admin.post(`/v1/billing/subscriptions/${subscription}/items`, item);
    const { data } = (await admin.get(`/v1/billing/invoices?subscription_id=${subscription}`)).body;
    expect(data[0].total).toBe(300);
    expect(await wrong()).toEqual([]);
  });

  it("of a credit note lowers what is to be paid, where the payment bounced as well", {
    tags: ["long"],
  }, async ({ world }) => {
    const { read, refunds, takeBack, note, noted, bounce, balances, wrong } = await aPayer(world);
    await note(700, "REFUND");
    await bounce();
    expect(await read()).toMatchObject({ status: "OPEN", amount_remaining: 3000 });
    await takeBack((await refunds())[0].id);
    expect(await noted()).toMatchObject({ amount_off_due: 700, amount_to_balance: 0, amount_to_refund: 0 });
    expect(await read()).toMatchObject({ status: "OPEN", amount_due: 2300, amount_remaining: 2300 });
    expect(await balances()).toMatchObject({ CASH: 0n, UNBILLED: 0n, RECEIVABLE: 2300n, DISCOUNT: 700n });
    expect(await wrong()).toEqual([]);
  });

  it("of credit that was paid out is credit again", { tags: ["long"] }, async ({ world }) => {
    const { admin, subscription, note, takeBack, balances, wrong } = await aPayer(world);
    await admin.post(`/v1/billing/subscriptions/${subscription}/cancel`, { at: "now" });
    await note(700, "BALANCE");
    const settle = () =>
      admin.post("/v1/billing/ledger/settle-credit", {
        subscription_id: subscription,
        amount: 700,
        to: "REFUND",
        reason: WHY,
      });
    const { refund_id: refund } = (await settle()).body;
    expect((await takeBack(refund)).status).toBe(200);
    expect(await balances()).toMatchObject({ CASH: 3000n, CREDIT: -700n, RECEIVABLE: 0n });
    expect(await wrong()).toEqual([]);
    expect((await settle()).status).toBe(200);
    expect(await balances()).toMatchObject({ CASH: 2300n, CREDIT: 0n });
    expect(await wrong()).toEqual([]);
  });

  it("counts once, of five at once", async ({ world }) => {
    const { refunds, takeBack, note, balances, wrong } = await aPayer(world);
    await note(700, "REFUND");
    const [{ id }] = await refunds();
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => takeBack(id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await balances()).toMatchObject({ CASH: 3000n, UNBILLED: -700n });
    expect(await wrong()).toEqual([]);
  });

  it("is not the card provider's", async ({ world }) => {
    const buyer = await aCardBuyer(world);
    const remote = await buyer.paid(3000);
    const { db, tenantId } = buyer.scope;
    const { id } = await db.invoice.findFirstOrThrow({ where: { tenantId, providerInvoiceId: remote } });
    const { admin } = buyer.tenant;
    const refund = await admin.post(`/v1/billing/invoices/${id}/refunds`, { amount: 700 });
    expect(refund.status, JSON.stringify(refund.body)).toBe(201);
    const refused = await admin.post(`/v1/billing/refunds/${refund.body.id}/take-back`, { reason: WHY });
    expect([refused.status, refused.body.code]).toEqual([409, "K6016"]);
  });
});
