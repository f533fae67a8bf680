import type { Charge, Prisma } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { settleCredits } from "./settle-credits.ts";
import { usedCredit } from "./used-credit.ts";

/** What becomes of a charge whose invoice goes away. */
export interface Release {
  to: "WAITING" | "HELD" | "WRITTEN_OFF";
  /** Why the placement ends, as a code: VOIDED, PAUSED. */
  code: string;
  /** A person's words. */
  reason: string | null;
}

/**
 * Takes charges off a void invoice. `decide` says what becomes of each; credit that the invoice had used waits again in any case.
 * A credit that a change of plan gave for time whose charge is written off is taken back by a charge of its own. The invoice is
 * locked by the transaction.
 */
export async function releaseInvoice(
  tx: Tx,
  scope: Scope,
  invoiceId: string,
  decide: (charge: Charge) => Release,
): Promise<void> {
  const { tenantId } = scope;
  const placed = await tx.chargePlacement.findMany({
    where: { tenantId, invoiceId, endedAt: null },
    include: { charge: true },
    orderBy: { chargeId: "asc" },
  });
  const used = usedCredit(placed.map(({ charge }) => charge));
  const writtenOff: Charge[] = [];
  for (const { id, charge } of placed) {
    const wanted = decide(charge);
    const release = used.has(charge.id) ? { ...wanted, to: "WAITING" as const } : wanted;
    await endPlacement(tx, scope, { id }, release.code);
    await place(tx, scope, charge.id, release);
    if (release.to === "WRITTEN_OFF") writtenOff.push(charge);
  }
  // Last: a credit that was on it, too, is then written off itself, and is not taken back.
  for (const charge of writtenOff) await reverseCredits(tx, scope, charge);
}

/**
 * Takes the charges off a void invoice, in the order of its lines, for another invoice; what credit notes took off it comes last. The
 * invoice is locked by the transaction.
 */
export async function takeOffInvoice(
  tx: Tx,
  scope: Scope,
  invoiceId: string,
  code: string,
): Promise<Charge[]> {
  const { tenantId } = scope;
  const placed = await tx.chargePlacement.findMany({
    where: { tenantId, invoiceId, endedAt: null },
    include: { charge: true },
  });
  const lines = await tx.invoiceLine.findMany({
    where: { tenantId, invoiceId },
    select: { id: true, position: true },
  });
  const positions = new Map(lines.map(({ id, position }) => [id, position]));
  const positionOf = ({ lineId }: { lineId: string | null }) => positions.get(lineId ?? "") ?? lines.length;
  await endPlacement(tx, scope, { invoiceId }, code);
  return placed.toSorted((a, b) => positionOf(a) - positionOf(b)).map(({ charge }) => charge);
}

/**
 * Puts a held charge where a person decided: it waits for an invoice, or is written off, and then what was given back of it is owed
 * again. The charge is locked by the transaction.
 */
export async function settleHeld(tx: Tx, scope: Scope, charge: Charge, release: Release): Promise<void> {
  await endPlacement(tx, scope, { chargeId: charge.id, kind: "HELD" }, release.code);
  await place(tx, scope, charge.id, release);
  if (release.to === "WRITTEN_OFF") await reverseCredits(tx, scope, charge);
}

/** Ends live placements: the charges are free to be placed elsewhere. Returns how many there were. */
export async function endPlacement(
  tx: Tx,
  { tenantId, clock }: Scope,
  which: Prisma.ChargePlacementWhereInput,
  endCode: string,
): Promise<number> {
  const { count } = await tx.chargePlacement.updateMany({
    where: { ...which, tenantId, endedAt: null },
    data: { endedAt: clock.now(), endCode },
  });
  return count;
}

/** Holds a charge that is nowhere for a person's decision. */
export function holdCharge(tx: Tx, scope: Scope, id: string, code: string): Promise<void> {
  return place(tx, scope, id, { to: "HELD", code, reason: null });
}

/** Writes off charges that wait, as they are: nothing that they gave or took back is owed again. The caller has locked them. */
export async function writeOffWaiting(
  tx: Tx,
  scope: Scope,
  charges: readonly Charge[],
  release: Pick<Release, "code" | "reason">,
): Promise<void> {
  for (const { id } of charges) await place(tx, scope, id, { to: "WRITTEN_OFF", ...release });
}

async function place(tx: Tx, scope: Scope, chargeId: string, release: Release): Promise<void> {
  const { tenantId, actor, clock } = scope;
  await tx.chargePlacement.create({
    data: {
      tenantId,
      id: newId("chargePlacement"),
      chargeId,
      kind: release.to,
      code: release.code,
      reason: release.reason,
      actorType: actor.type,
      actorId: actor.id,
      createdAt: clock.now(),
    },
  });
}

/**
 * What was given back of a charge that will not be paid is owed again as a whole, but for what was written off itself. Of a credit that
 * is written off, what took it back is taken back in turn.
 */
async function reverseCredits(tx: Tx, scope: Scope, { id, tenantId }: Charge): Promise<void> {
  const writtenOff = { some: { endedAt: null, kind: "WRITTEN_OFF" } } as const;
  // What a note made credit of went back before: an invoice of which some is left is not voided.
  const ofNotes = { key: { startsWith: "credit_note:" } };
  const credits = await tx.charge.findMany({
    where: { tenantId, corrects: id, NOT: [{ placements: writtenOff }, ofNotes] },
  });
  const sizeOf = ({ amount }: Charge) => (amount < 0n ? -amount : amount);
  await settleCredits(tx, scope, new Map(credits.map((credit) => [credit.id, sizeOf(credit)])));
}
