import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { addSeconds } from "../../../platform/clock.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { derivedId, newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { decideUses } from "./decide-uses.ts";
import { loadReservation, viewReservation } from "./load-reservation.ts";
import { createPreparer } from "./prepare-use.ts";
import { refusal } from "./refuse-use.ts";
import type { Reservation, ReserveUsage } from "./schema.ts";
import { requireCurrent, withTermsOfNow } from "./terms-of-now.ts";

/**
 * Reserves units that the customer may still use; reserved units are not available to other uses. Throws usage_limit_reached or
 * counter_limit_exceeded.
 */
export function reserveUsage(
  caller: Scope,
  input: z.output<typeof ReserveUsage>,
): Promise<z.output<typeof Reservation>> {
  return withTermsOfNow(() => reserve(caller, input));
}

async function reserve(
  caller: Scope,
  input: z.output<typeof ReserveUsage>,
): Promise<z.output<typeof Reservation>> {
  const prepared = await createPreparer(caller)(input);
  const { customer, parts, overageTerms, scope } = prepared;
  const now = scope.clock.now();
  const id = scope.onceKey === undefined ? newId("reservation") : derivedId("reservation", scope.onceKey);
  if (scope.onceKey !== undefined) {
    // An earlier try of this request made it, and was interrupted before its response.
    const { tenantId } = scope;
    const known = await scope.db.usageReservation.findUnique({ where: { tenantId_id: { tenantId, id } } });
    if (known) return viewReservation(await loadReservation(scope.db, scope, id));
  }
  const [decided] = await decideUses(scope.db, scope, [
    {
      customerId: customer.id,
      parts,
      overageTerms,
      dimension: input.dimension ?? "",
      quantity: new Decimal(input.quantity),
      isClipped: false,
      eventId: null,
      occurredAt: now,
      kind: "RECORD",
      reservation: { id, expiresAt: addSeconds(now, input.expires_in) },
    },
  ]);
  const outcome = requireCurrent(prepared, decided);
  if (outcome.outcome === "REFUSED") throw await refusal(scope, input, outcome);
  if (outcome.outcome !== "COUNTED") throw new ApiError("internal_error");
  return viewReservation(await loadReservation(scope.db, scope, id));
}
