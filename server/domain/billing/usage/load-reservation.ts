import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Prisma } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { Reservation } from "./schema.ts";

const PARTS = {
  record: true,
  feature: true,
  customer: true,
} as const satisfies Prisma.UsageReservationInclude;

type Row = Prisma.UsageReservationGetPayload<{ include: typeof PARTS }>;

export interface LoadedReservation extends Omit<Row, "quantity"> {
  /** Of all its parts. */
  quantity: Decimal;
  /** What it holds of each counter; itself the first. Several where several sources grant the units. */
  parts: (Pick<Row, "id" | "recordId" | "status"> & { quantity: Decimal })[];
}

/** The tenant's reservation by id. Throws reservation_not_found. */
export async function loadReservation(tx: Tx, { tenantId }: Scope, id: string): Promise<LoadedReservation> {
  const reservation = await tx.usageReservation.findUnique({
    where: { tenantId_id: { tenantId, id } },
    include: PARTS,
  });
  if (!reservation || reservation.partOf !== null) throw new ApiError("reservation_not_found");
  const others = await tx.usageReservation.findMany({
    where: { tenantId, partOf: id },
    orderBy: { id: "asc" },
  });
  const parts = [reservation, ...others].map(({ id, recordId, status, quantity }) => ({
    id,
    recordId,
    status,
    quantity: new Decimal(quantity.toString()),
  }));
  return {
    ...reservation,
    parts,
    quantity: parts.reduce((sum, part) => sum.plus(part.quantity), new Decimal(0)),
  };
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
