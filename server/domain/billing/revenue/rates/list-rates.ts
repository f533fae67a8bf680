import type { z } from "zod";
import { decodeCursor, toPage } from "../../../../platform/page.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { ListRates, RatePage } from "./list-rates-schema.ts";
import { viewRate } from "./view-rate.ts";

/** The tenant's exchange rates, the latest that were set first. */
export async function listRates(
  { db, tenantId }: Scope,
  input: z.output<typeof ListRates>,
): Promise<z.output<typeof RatePage>> {
  const before = decodeCursor(input.cursor);
  const rows = await db.exchangeRate.findMany({
    where: {
      tenantId,
      ...(input.into !== undefined && { into: input.into }),
      ...(before && { id: { lt: before } }),
    },
    orderBy: { id: "desc" },
    take: input.limit + 1,
  });
  return toPage(rows, input.limit, viewRate);
}
