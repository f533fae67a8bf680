import type { z } from "zod";
import type { Scope } from "../scope.ts";
import { reachTenant } from "../tenants/reach-tenant.ts";
import { countEntries } from "./count-entries.ts";
import type { ListWaitlist, WaitlistPage } from "./schema.ts";
import { viewWaitlistEntry } from "./view-waitlist-entry.ts";

/**
 * Interface 4.9, in the order of joining; entries that joined in the same millisecond by id. A page past the middle is read
 * from the end, so that the last page costs as little as the first; total and page are of one moment. K3001.
 */
export async function listWaitlist(
  scope: Scope,
  input: z.output<typeof ListWaitlist>,
): Promise<z.output<typeof WaitlistPage>> {
  const { limit, offset, status } = input;
  const tenantId = await reachTenant(scope, input.tenant_id);
  const { db } = tenantId === scope.tenantId ? scope : scope.tenantDatabase(tenantId);
  const read = db.$transaction(
    async (tx) => {
      const counts = await countEntries(tx, tenantId);
      const total = status ? counts[status] : Object.values(counts).reduce((sum, count) => sum + count, 0);
      const take = Math.max(0, Math.min(limit, total - offset));
      if (take === 0) return { total, rows: [] };
      const isNearEnd = offset > total / 2;
      const order = isNearEnd ? "desc" : "asc";
      const rows = await tx.waitlistEntry.findMany({
        where: { tenantId, ...(status && { status }) },
        orderBy: [{ createdAt: order }, { id: order }],
        skip: isNearEnd ? total - offset - take : offset,
        take,
      });
      return { total, rows: isNearEnd ? rows.reverse() : rows };
    },
    { isolationLevel: "RepeatableRead" },
  );
  const { total, rows } = await read;
  const hasMore = offset + rows.length < total;
  return { entries: rows.map(viewWaitlistEntry), pagination: { total, limit, offset, hasMore } };
}
