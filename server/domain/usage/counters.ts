import { Decimal } from "decimal.js";
import type { Scope, Tx } from "../scope.ts";

/** An open counter as the rules look at it. */
export interface OpenCounter {
  featureId: string;
  dimension: string;
  used: Decimal;
  reserved: Decimal;
  periodEnd: Date;
}

interface Whose {
  customerId: string;
  /** One feature; all when left out. */
  featureId?: string;
}

/**
 * The customer's open counters. One whose period has ended and that nobody has closed yet counts for nothing: its units
 * belong to the period before. Held units (ALLOCATED) have no period and never run out.
 */
export async function readOpenCounters(
  tx: Tx,
  scope: Scope,
  { customerId, featureId }: Whose,
): Promise<OpenCounter[]> {
  const rows = await tx.usageRecord.findMany({
    where: {
      tenantId: scope.tenantId,
      customerId,
      ...(featureId !== undefined && { featureId }),
      status: "OPEN",
      periodEnd: { gt: scope.clock.now() },
    },
    select: { featureId: true, dimension: true, value: true, reserved: true, periodEnd: true },
  });
  return rows.map((row) => ({
    featureId: row.featureId,
    dimension: row.dimension,
    used: new Decimal(row.value.toString()),
    reserved: new Decimal(row.reserved.toString()),
    periodEnd: row.periodEnd,
  }));
}
