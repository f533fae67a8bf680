import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Charge } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { recordChange } from "../../events/record-change.ts";
import { placeLeftCredit } from "../charges/left-credit.ts";
import { settleHeld } from "../charges/release-charges.ts";
import { getChargeOrThrow, lockCharge, showCharge } from "./load-charge.ts";
import type * as schema from "./schema.ts";
import { stateOf } from "./view-charge.ts";

/** An invoice of its subscription takes it, or it is credit of the customer's own, which their next one-off invoice by transfer uses. */
const canWait = ({ subscriptionId, cause, amount }: Charge) =>
  subscriptionId !== null || (cause === "CREDIT" && amount < 0n);

/**
 * Decides about a held charge: it waits for the next invoice; is written off, and then what a change of plan gave back for its time is owed
 * again; or, where it was a balance in a former account of the card provider, is added to the one in the present account. Of two decisions
 * at once the first one counts.
 */
export async function decideCharge(
  caller: Scope,
  { id, decision, reason }: z.output<typeof schema.DecideCharge>,
): Promise<z.output<typeof schema.Charge>> {
  const { tenantId, db } = caller;
  const { customerId } = await getChargeOrThrow(db, caller, id);
  const customer = await db.customer.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: customerId } },
  });
  const scope = await withCustomerClock(db, caller, customer);
  return db.$transaction(async (tx) => {
    const charge = await lockCharge(tx, scope, id);
    const state = stateOf(charge);
    if (state !== "held")
      throw new ApiError("charge_not_held", { details: { state: state.replace("_", " ") } });
    if (decision === "wait" && !canWait(charge)) throw new ApiError("charge_without_subscription");
    const before = await showCharge(tx, scope, id);
    if (decision === "balance") await placeLeftCredit(tx, scope, charge, reason);
    else
      await settleHeld(tx, scope, charge, {
        to: decision === "wait" ? "WAITING" : "WRITTEN_OFF",
        code: "DECIDED",
        reason,
      });
    const after = await showCharge(tx, scope, id);
    const type = "charge.decided";
    await recordChange(tx, scope, { type, objectType: "charge", objectId: id, before, after });
    return after;
  });
}
