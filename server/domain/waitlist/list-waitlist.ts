import type { z } from "zod";
import type { Scope } from "../scope.ts";
import { reachTenant } from "../tenants/reach-tenant.ts";
import type { ListWaitlist, WaitlistPage } from "./schema.ts";
import { viewWaitlistEntry } from "./view-waitlist-entry.ts";

/** Interface 4.9, in the order of joining; entries that joined in the same millisecond by id. K3001. */
export async function listWaitlist(
  scope: Scope,
  input: z.output<typeof ListWaitlist>,
): Promise<z.output<typeof WaitlistPage>> {
  const { limit, offset, status } = input;
  const tenantId = await reachTenant(scope, input.tenant_id);
  const where = { tenantId, ...(status && { status }) };
  const [total, rows] = await Promise.all([
    scope.db.waitlistEntry.count({ where }),
    scope.db.waitlistEntry.findMany({
      where,
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      skip: offset,
      take: limit,
    }),
  ]);
  const hasMore = offset + rows.length < total;
  return { entries: rows.map(viewWaitlistEntry), pagination: { total, limit, offset, hasMore } };
}
