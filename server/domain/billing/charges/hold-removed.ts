import { eachOrLog } from "../../../platform/each-or-log.ts";
import type { Scope } from "../../../platform/scope.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { endPlacement, holdCharge } from "./release-charges.ts";

/** Why a charge is held: its item was deleted at the card provider. */
export const REMOVED = "REMOVED";

/** Charges that are asked about in one run. */
const AT_ONCE = 200;

/**
 * Holds charges that were sent to the card provider and whose item is gone there, because a person deleted it: they would wait for
 * ever to be read back, and nothing is billed against that person's will. A person decides. One run asks about 200 at most, those that
 * were not asked about longest first, so that each has its turn: with a run an hour, of 1,000 each is asked about every five hours. An
 * item that cannot be looked up is logged and stops no other, also not in later runs. Returns how many could not.
 */
export async function holdRemoved(scope: Scope, atOnce = AT_ONCE): Promise<number> {
  const { tenantId, db, clock } = scope;
  const provider = await cardProviderOf(scope);
  const sent = await db.$queryRaw<{ id: string; charge_id: string; item: string }[]>`
    select id, charge_id, provider_item_id as item from charge_placements
    where tenant_id = ${tenantId} and kind = 'INVOICE' and ended_at is null and invoice_id is null and provider_item_id is not null
    order by checked_at nulls first, id limit ${atOnce}`;
  const hold = async ({ id, charge_id: chargeId, item }: (typeof sent)[number]) => {
    // Before the provider is asked: one whose answer fails is not the first again.
    await db.chargePlacement.updateMany({ where: { tenantId, id }, data: { checkedAt: clock.now() } });
    if (await provider.hasInvoiceItem(item)) return;
    await db.$transaction(async (tx) => {
      const count = await endPlacement(tx, scope, { id, invoiceId: null }, REMOVED);
      if (count === 1) await holdCharge(tx, scope, chargeId, REMOVED);
    });
  };
  return eachOrLog(scope, sent, hold, {
    failure: "an invoice item could not be looked up yet",
    name: ({ item }) => ({ provider_item_id: item }),
  });
}
