import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { Reservation } from "./schema.ts";

const PARTS = {
  record: true,
  feature: true,
  customer: true,
} as const satisfies Prisma.UsageReservationInclude;

export type LoadedReservation = Prisma.UsageReservationGetPayload<{ include: typeof PARTS }>;

/** The tenant's reservation by id. K8009 when there is none. */
export async function loadReservation(tx: Tx, { tenantId }: Scope, id: string): Promise<LoadedReservation> {
  const reservation = await tx.usageReservation.findUnique({
    where: { tenantId_id: { tenantId, id } },
    include: PARTS,
  });
  if (!reservation) throw new ApiError("K8009");
  return reservation;
}

/** The public form of a reservation. */
export function viewReservation(row: LoadedReservation): z.output<typeof Reservation> {
  return {
    id: row.id,
    status: row.status,
    customer_id: row.customerId,
    feature_key: row.feature.key,
    dimension: row.record.dimension === "" ? null : row.record.dimension,
    quantity: row.quantity.toNumber(),
    confirmed: row.confirmed?.toNumber() ?? null,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    settled_at: row.settledAt?.toISOString() ?? null,
  };
}
