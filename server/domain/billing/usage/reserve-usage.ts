import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { addSeconds } from "../../../platform/clock.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { derivedId, newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { decideUses } from "../counters/decide-uses.ts";
import { loadReservation, viewReservation } from "./load-reservation.ts";
import { createPreparer } from "./prepare-use.ts";
import { refusal } from "./record-usage.ts";
import type { Reservation, ReserveUsage } from "./schema.ts";

/**
 * Holds units of what the customer may still use; what is held is not left for others. K8005 with the check's answer when
 * there are not so many left, K8019 more than counters hold.
 */
export async function reserveUsage(
  caller: Scope,
  input: z.output<typeof ReserveUsage>,
): Promise<z.output<typeof Reservation>> {
  const { customer, terms, scope } = await createPreparer(caller)(input);
  const now = scope.clock.now();
  const id = scope.onceKey === undefined ? newId("reservation") : derivedId("reservation", scope.onceKey);
  if (scope.onceKey !== undefined) {
    // Asked for before, and cut off before it was answered.
    const { tenantId } = scope;
    const known = await scope.db.usageReservation.findUnique({ where: { tenantId_id: { tenantId, id } } });
    if (known) return viewReservation(await loadReservation(scope.db, scope, id));
  }
  const [outcome] = await decideUses(scope.db, scope, [
    {
      customerId: customer.id,
      terms,
      dimension: input.dimension ?? "",
      quantity: new Decimal(input.quantity),
      isClipped: false,
      eventId: null,
      occurredAt: now,
      kind: "RECORD",
      reservation: { id, expiresAt: addSeconds(now, input.expires_in) },
    },
  ]);
  if (outcome?.outcome === "REFUSED") throw await refusal(scope, input, outcome);
  if (outcome?.outcome !== "COUNTED") throw new ApiError("K9001");
  return viewReservation(await loadReservation(scope.db, scope, id));
}
