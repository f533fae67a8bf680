import type { Scope } from "../../../platform/scope.ts";

/** The currencies of the prices that are for sale, in alphabetical order. */
export async function listCurrencies({ tenantId, db }: Scope): Promise<string[]> {
  const rows = await db.planPrice.findMany({
    where: { tenantId, archivedAt: null },
    distinct: ["currency"],
    select: { currency: true },
    orderBy: { currency: "asc" },
  });
  return rows.map(({ currency }) => currency);
}
