import { ApiError } from "../../../errors/api-error.ts";
import type { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";

export const OVERRIDE_PARTS = { feature: true, customer: true } as const satisfies Prisma.OverrideInclude;

export type OverrideRow = Prisma.OverrideGetPayload<{ include: typeof OVERRIDE_PARTS }>;

/** The tenant's override by id. Throws override_not_found. */
export async function getOverrideOrThrow(tx: Tx, { tenantId }: Scope, id: string): Promise<OverrideRow> {
  const row = await tx.override.findUnique({
    where: { tenantId_id: { tenantId, id } },
    include: OVERRIDE_PARTS,
  });
  if (!row) throw new ApiError("override_not_found");
  return row;
}
