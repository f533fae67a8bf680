import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { newId } from "../../../platform/ids.ts";
import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { requireChargeable } from "../../catalog/sellable.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { recordChange } from "../../events/record-change.ts";
import { chargeKey } from "../charges/rules.ts";
import { type Owner, writeCharges } from "../charges/write-charges.ts";
import { issueInvoice } from "../invoices/issue-invoice.ts";
import { showCharge } from "../ledger/load-charge.ts";
import type { Charge } from "../ledger/schema.ts";
import { getSubscriptionOrThrow } from "../terms/load-subscription.ts";
import type { AddItem } from "./add-item-schema.ts";
import { lockSubscription } from "./update-subscription.ts";

/**
 * Charges a single item for a subscription: it waits for the next invoice, or is invoiced now, by us with all that waits, at the card
 * provider by the worker, which finds it due; where credit covers it, the invoice is paid by that. An item below 0 waits. Throws
 * amount_not_chargeable, subscription_not_found or subscription_status_conflict.
 */
export async function addItem(
  caller: Scope,
  { id, description, amount, invoice }: z.output<typeof AddItem>,
): Promise<z.output<typeof Charge>> {
  const { customer } = await getSubscriptionOrThrow(caller.db, caller, id);
  const scope = await withCustomerClock(caller.db, caller, customer);
  const now = scope.clock.now();
  return scope.db.$transaction(async (tx) => {
    const row = await lockSubscription(tx, scope, id);
    const { status, customerId, provider, planPrice, invoiceDueDays: dueDays } = row;
    if (status === "CANCELED") throw new ApiError("subscription_status_conflict", { details: { status } });
    const { currency } = planPrice;
    requireChargeable(amount, currency);
    const owner: Owner = { customerId, subscriptionId: id, provider, currency };
    const period = { start: now, end: now };
    const isNow = invoice === "now" && amount > 0;
    const [charge] = await writeCharges(tx, scope, owner, [
      {
        key: chargeKey.item(newId("charge")),
        cause: "ITEM",
        description,
        amount: BigInt(amount),
        isProration: false,
        period,
        dueAt: isNow ? now : null,
      },
    ]);
    if (!charge) throw new Error("The item was not charged.");
    const isOurs = provider === BY_INVOICE && status !== "PAUSED";
    if (isNow && isOurs) {
      const subscription = { id, currency, dueDays };
      await issueInvoice(tx, scope, {
        subscription,
        customer: row.customer,
        reason: "manual",
        charges: [],
        period,
      });
    }
    const after = await showCharge(tx, scope, charge.id);
    const type = "charge.added";
    await recordChange(tx, scope, { type, objectType: "charge", objectId: charge.id, after });
    return after;
  });
}
