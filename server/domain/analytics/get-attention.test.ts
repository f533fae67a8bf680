import { expect } from "vitest";
import { addSeconds } from "../../platform/clock.ts";
import { aSubscription } from "../../testing/a-subscription.ts";
import { aTenant } from "../../testing/a-tenant.ts";
import { it } from "../../testing/it.ts";
import { endPlacement, holdCharge } from "../billing/charges/release-charges.ts";
import { getAttention } from "./get-attention.ts";

it("says how many wait and what they come to, the currency that most are in first, and each debt once", async ({
  world,
}) => {
  const tenant = await aTenant(world);
  const { db, clock } = tenant.scope;
  const none = { count: 0, sums: [] };
  expect(await getAttention(tenant.scope)).toEqual({
    overdue_invoices: none,
    unpaid_subscriptions: { count: 0 },
    past_due_subscriptions: { count: 0 },
    held_charges: none,
    left_credits: none,
  });
  const sell = (amount: number, currency: string) =>
    aSubscription(tenant, { amount, currency, paidBy: "invoice" });
  const [first] = [await sell(1_000, "USD"), await sell(2_500, "USD"), await sell(9_900, "EUR")];
  await db.invoice.updateMany({
    where: { tenantId: tenant.id },
    data: { dueAt: addSeconds(clock.now(), -5 * 86_400) },
  });
  await db.subscription.update({
    where: { tenantId_id: { tenantId: tenant.id, id: first.id } },
    data: { status: "PAST_DUE" },
  });
  const charges = await db.charge.findMany({ where: { tenantId: tenant.id, currency: "USD" } });
  // Held without a cause: what holds a charge is tested where that is decided.
  await db.$transaction(async (tx) => {
    for (const { id } of charges) {
      await endPlacement(tx, tenant.scope, { chargeId: id }, "REMOVED");
      await holdCharge(tx, tenant.scope, id, "REMOVED");
    }
  });
  expect(await getAttention(tenant.scope)).toEqual({
    overdue_invoices: {
      count: 3,
      sums: [
        { currency: "USD", amount: 3_500 },
        { currency: "EUR", amount: 9_900 },
      ],
    },
    unpaid_subscriptions: { count: 0 },
    past_due_subscriptions: { count: 1 },
    held_charges: { count: 2, sums: [{ currency: "USD", amount: 3_500 }] },
    left_credits: none,
  });
});
