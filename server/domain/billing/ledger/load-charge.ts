import { ApiError } from "../../../errors/api-error.ts";
import type { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { CHARGE_PARTS, type ChargeView, type LoadedCharge, viewCharge } from "./view-charge.ts";

/** The tenant's charge by id. Throws charge_not_found. */
export async function getChargeOrThrow(tx: Tx, { tenantId }: Scope, id: string): Promise<LoadedCharge> {
  const charge = await tx.charge.findUnique({
    where: { tenantId_id: { tenantId, id } },
    include: CHARGE_PARTS,
  });
  if (!charge) throw new ApiError("charge_not_found");
  return charge;
}

/** The same, locked until the transaction ends. */
export async function lockCharge(tx: Tx, scope: Scope, id: string): Promise<LoadedCharge> {
  await tx.$queryRaw`select 1 from charges where tenant_id = ${scope.tenantId} and id = ${id} for no key update`;
  return getChargeOrThrow(tx, scope, id);
}

/** The tenant's charge as it is shown. Throws charge_not_found. */
export async function showCharge(tx: Tx, scope: Scope, id: string): Promise<ChargeView> {
  const row = await getChargeOrThrow(tx, scope, id);
  const transfers = await tx.journalTransfer.findMany(transfersOf(scope, [row]));
  return viewCharge(row, transfers);
}

/** Charges as they are shown, with their transfers, read by one statement. */
export async function viewCharges(
  tx: Tx,
  scope: Scope,
  rows: readonly LoadedCharge[],
): Promise<ChargeView[]> {
  const transfers = await tx.journalTransfer.findMany(transfersOf(scope, rows));
  const byCharge = Map.groupBy(transfers, ({ chargeId }) => chargeId);
  return rows.map((row) => viewCharge(row, byCharge.get(row.id) ?? []));
}

function transfersOf({ tenantId }: Scope, rows: readonly LoadedCharge[]) {
  return {
    where: { tenantId, chargeId: { in: rows.map(({ id }) => id) } },
  } satisfies Prisma.JournalTransferFindManyArgs;
}
