import { expect } from "vitest";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { balancesOf } from "../../../testing/balances-of.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { itWith } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";

// The migration is of every tenant.
const it = itWith({ hasOwnDatabase: true });

/** A customer whose invoice of 30.00 is void, and another of 20.00 bad debt. */
async function aLoss(world: World) {
  const tenant = await aTenant(world);
  const { admin, scope } = tenant;
  const { customerId } = await aSubscription(tenant, { amount: 500, paidBy: "card" });
  const issue = async (amount: number) => {
    const order = { customer: customerId, currency: "USD", lines: [{ description: "Training", amount }] };
    return (await admin.post("/v1/billing/invoices", order)).body.id as string;
  };
  await admin.post(`/v1/billing/invoices/${await issue(3000)}/void`, { charges: "write_off" });
  await admin.post(`/v1/billing/invoices/${await issue(2000)}/write-off`, { reason: "They are bankrupt." });
  return {
    scope,
    balances: () => balancesOf(scope.db, scope, customerId),
    wrong: () => foundIn(world.services.pool, tenant.id),
  };
}

it("the charges of a void invoice are canceled billing in the journal, apart from bad debt", {
  tags: ["long"],
}, async ({ world }) => {
  const loss = await aLoss(world);
  expect(await loss.balances()).toMatchObject({
    CANCELED: 3000n,
    WRITTEN_OFF: 2000n,
    UNBILLED: 0n,
    RECEIVABLE: 0n,
  });
  expect(await loss.wrong()).toEqual([]);
});
