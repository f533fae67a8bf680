import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";

/**
 * Puts charges on lines of an invoice of ours. The database refuses (a unique violation, which ends the transaction) a charge that
 * is on an invoice, held or written off.
 */
export async function placeCharges(
  tx: Tx,
  { tenantId, actor, clock }: Scope,
  invoiceId: string,
  lines: readonly { chargeId: string; lineId: string }[],
): Promise<void> {
  const now = clock.now();
  await tx.chargePlacement.createMany({
    data: lines.map((line) => ({
      tenantId,
      id: newId("chargePlacement"),
      kind: "INVOICE" as const,
      invoiceId,
      ...line,
      actorType: actor.type,
      actorId: actor.id,
      createdAt: now,
      placedAt: now,
    })),
  });
}
