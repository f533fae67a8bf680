import { eachOrLog } from "../../../platform/each-or-log.ts";
import type { Scope } from "../../../platform/scope.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { endPlacement, holdCharge } from "./release-charges.ts";

/** Why a charge is held: its item was deleted at the card provider. */
export const REMOVED = "REMOVED";

/** Charges looked up in one run, in no order: with a run an hour each is seen. */
const AT_ONCE = 200;

/**
 * Holds charges that were sent to the card provider and whose item is gone there, because a person deleted it: they would wait for
 * ever to be read back, and nothing is billed against that person's will. A person decides. An item that cannot be looked up is
 * logged and stops no other. Returns how many could not.
 */
export async function holdRemoved(scope: Scope, atOnce = AT_ONCE): Promise<number> {
  const { tenantId, db } = scope;
  const provider = await cardProviderOf(scope);
  const sent = await db.$queryRaw<{ id: string; charge_id: string; item: string }[]>`
    select id, charge_id, provider_item_id as item from charge_placements
    where tenant_id = ${tenantId} and kind = 'INVOICE' and ended_at is null and invoice_id is null and provider_item_id is not null
    order by random() limit ${atOnce}`;
  const hold = async ({ id, charge_id: chargeId, item }: (typeof sent)[number]) => {
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
