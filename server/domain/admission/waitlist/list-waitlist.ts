import type { z } from "zod";
import { queryNamed } from "../../../platform/database/named.ts";
import type { TenantDatabase } from "../../../platform/database/row-level-security.ts";
import type { Scope } from "../../../platform/scope.ts";
import { authorizeTenant } from "../../tenants/authorize-tenant.ts";
import { countEntries } from "./count-entries.ts";
import type { ListWaitlist, WaitlistPage } from "./list-waitlist-schema.ts";
import { type ShownEntry, viewWaitlistEntry } from "./view-waitlist-entry.ts";

type Input = z.output<typeof ListWaitlist>;

/** An entry, or nothing but the total. */
type Row = (ShownEntry | { id: null }) & { total: number };

/** Up to here a page is read from the front without asking whether the end is nearer. */
const NEAR = 50;

/**
 * docs/interface.md 4.9, in the order of joining; entries that joined in the same millisecond by id. A page past the middle is read from the end,
 * so that the last page costs as little as the first; total and page are of one moment. Throws tenant_access_denied.
 */
export async function listWaitlist(scope: Scope, input: Input): Promise<z.output<typeof WaitlistPage>> {
  const { limit, offset, status } = input;
  const tenantId = await authorizeTenant(scope, input.tenant_id);
  const database = tenantId === scope.tenantId ? scope : scope.tenantDatabase(tenantId);
  const isNearEnd = offset > NEAR && offset > (await totalOf(database, tenantId, status)) / 2;
  const rows = await queryNamed<Row>(database, database.db, {
    name: `list-waitlist ${isNearEnd} ${status !== undefined}`,
    text: pageText(isNearEnd, status !== undefined),
    values: [tenantId, limit, offset, ...(status ? [status] : [])],
  });
  const entries = rows.filter((row) => row.id !== null).map(viewWaitlistEntry);
  const total = rows[0]?.total ?? 0;
  return { entries, pagination: { total, limit, offset, hasMore: offset + entries.length < total } };
}

async function totalOf({ db }: TenantDatabase, tenantId: string, status: Input["status"]): Promise<number> {
  const counts = await countEntries(db, tenantId);
  return status ? counts[status] : Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The total beside each entry of the page, and alone when the page is empty. */
function pageText(isNearEnd: boolean, isOfStatus: boolean): string {
  const wanted = `tenant_id = $1${isOfStatus ? ` and status = $4::"WaitlistStatus"` : ""}`;
  const order = isNearEnd ? "created_at desc, id desc" : "created_at, id";
  const range = isNearEnd
    ? "limit greatest(0, least($2::bigint, t.total - $3::bigint)) offset greatest(0, t.total - $3::bigint - $2::bigint)"
    : "limit $2 offset $3";
  return `
    select t.total, e.id, e.tenant_id as "tenantId", e.email, e.name, e.status::text as status, e.metadata,
      e.created_at as "createdAt", e.invited_at as "invitedAt", e.invited_by as "invitedBy"
    from (select coalesce(sum(entries), 0)::int as total from waitlist_counts where ${wanted}) t
    left join lateral (select * from waitlist_entries where ${wanted} order by ${order} ${range}) e on true
    order by e.created_at, e.id`;
}
