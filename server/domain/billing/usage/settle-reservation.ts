import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { Decimal } from "../../../platform/decimal.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { lockUsage } from "../counters/lock-usage.ts";
import { decideUses, type RefusedUse } from "./decide-uses.ts";
import { type LoadedReservation, loadReservation, viewReservation } from "./load-reservation.ts";
import { createPreparer, type Prepared } from "./prepare-use.ts";
import { refusal } from "./refuse-use.ts";
import type { ConfirmReservation, Reservation, ReservationId } from "./schema.ts";
import { requireCurrent, withTermsOfNow } from "./terms-of-now.ts";

/**
 * Counts the true quantity of a reservation: up to the reserved quantity always fits, and what is more is decided as a use of that many. Once,
 * also under concurrency; repeating it with the same quantity returns the same result.
 */
export function confirmReservation(
  caller: Scope,
  input: z.output<typeof ConfirmReservation>,
): Promise<z.output<typeof Reservation>> {
  return withTermsOfNow(() => confirm(caller, input));
}

async function confirm(
  caller: Scope,
  input: z.output<typeof ConfirmReservation>,
): Promise<z.output<typeof Reservation>> {
  const found = await loadReservation(caller.db, caller, input.id);
  const held = found.quantity;
  const quantity = input.quantity === undefined ? held : new Decimal(input.quantity);
  // Reserved units may be counted even if the subscription has ended since; more are a use like any other. A repeated request uses nothing.
  const more = found.status === "HELD" ? Decimal.max(0, quantity.minus(held)) : new Decimal(0);
  const asked = { ...namedOf(found), quantity: more.toNumber() };
  const prepared = await createPreparer(caller)(asked);
  const { scope } = prepared;
  const settled = await scope.db
    .$transaction(async (tx) => {
      const reservation = await lock(tx, scope, found, prepared);
      if (reservation.status === "CONFIRMED" && reservation.confirmed?.equals(quantity.toFixed()))
        return reservation;
      refuseSettled(scope, reservation);
      await free(tx, scope, reservation);
      const [decided] = await decideUses(tx, scope, [
        {
          customerId: found.customerId,
          parts: prepared.parts,
          overageTerms: prepared.overageTerms,
          dimension: found.record.dimension,
          quantity,
          isClipped: false,
          eventId: null,
          occurredAt: scope.clock.now(),
          kind: "CONFIRM",
          previouslyReserved: held,
        },
      ]);
      const outcome = requireCurrent(prepared, decided);
      if (outcome.outcome === "REFUSED") throw new Refused(outcome);
      if (outcome.outcome !== "COUNTED") throw new ApiError("internal_error");
      return settle(tx, scope, reservation, {
        status: "CONFIRMED",
        confirmed: quantity.toFixed(),
        ledgerId: outcome.ledger_id,
      });
    })
    .catch(async (error: unknown) => {
      throw error instanceof Refused ? await refusal(scope, asked, error.outcome) : error;
    });
  return viewReservation(settled);
}

class Refused extends Error {
  readonly outcome: RefusedUse;

  constructor(outcome: RefusedUse) {
    super("A use was refused.");
    this.outcome = outcome;
  }
}

/**
 * Frees what a reservation holds, once in any race. A second call changes nothing. Throws reservation_not_found or
 * reservation_status_conflict.
 */
export async function releaseReservation(
  caller: Scope,
  { id }: z.output<typeof ReservationId>,
): Promise<z.output<typeof Reservation>> {
  const found = await loadReservation(caller.db, caller, id);
  const named = namedOf(found);
  const prepared = await createPreparer(caller)(named);
  const { scope } = prepared;
  const settled = await scope.db.$transaction(async (tx) => {
    const reservation = await lock(tx, scope, found, prepared);
    if (reservation.status === "RELEASED") return reservation;
    refuseSettled(scope, reservation);
    await free(tx, scope, reservation);
    return settle(tx, scope, reservation, { status: "RELEASED" });
  });
  return viewReservation(settled);
}

async function lock(
  tx: Tx,
  scope: Scope,
  { id, customerId, featureId, record }: LoadedReservation,
  { parts }: Prepared,
): Promise<LoadedReservation> {
  await lockUsage(tx, scope, { customerId, featureId, parts, dimension: record.dimension });
  return loadReservation(tx, scope, id);
}

function refuseSettled({ clock }: Scope, { status, expiresAt }: LoadedReservation): void {
  const state = status === "HELD" && expiresAt <= clock.now() ? "EXPIRED" : status;
  if (state !== "HELD")
    throw new ApiError("reservation_status_conflict", { details: { state: state.toLowerCase() } });
}

async function free(tx: Tx, { tenantId, clock }: Scope, { parts }: LoadedReservation): Promise<void> {
  // A process whose clock is ahead may have let one part run out already.
  for (const { recordId, quantity } of parts.filter(({ status }) => status === "HELD"))
    await tx.usageRecord.update({
      where: { tenantId_id: { tenantId, id: recordId } },
      data: { reserved: { decrement: quantity.toFixed() }, updatedAt: clock.now() },
    });
}

function namedOf({ customerId, feature, record }: LoadedReservation) {
  const dimension = record.dimension === "" ? undefined : record.dimension;
  return { customer: customerId, feature_key: feature.key, quantity: 0, dimension };
}

async function settle(
  tx: Tx,
  scope: Scope,
  { id }: LoadedReservation,
  outcome: { status: "CONFIRMED" | "RELEASED"; confirmed?: string; ledgerId?: string | null },
): Promise<LoadedReservation> {
  await tx.usageReservation.update({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
    data: { ...outcome, settledAt: scope.clock.now() },
  });
  await tx.usageReservation.updateMany({
    where: { tenantId: scope.tenantId, partOf: id },
    data: { status: "RELEASED", settledAt: scope.clock.now() },
  });
  return loadReservation(tx, scope, id);
}
