import type { Services } from "../../../platform/scope.ts";

/** Deliveries deleted in one transaction: few enough that their locks are short. */
const AT_ONCE = 5_000;

interface Orphaned {
  tenantId: string;
  endpointId: string;
}

/**
 * Deletes the deliveries, with their log, of endpoints that were deleted. Deleting an endpoint leaves them, because a business
 * transaction may be queueing one more at that moment. Nothing reads or sends them meanwhile. It is safe to run again.
 */
export async function cleanUpDeliveries({ db }: Services): Promise<void> {
  // One look-up in the index for each endpoint that has deliveries, however many it has.
  const orphaned = await db.$queryRaw<Orphaned[]>`
    with recursive named as (
      (select tenant_id, endpoint_id from webhook_deliveries order by tenant_id, endpoint_id limit 1)
      union all
      select next.tenant_id, next.endpoint_id from named n cross join lateral (
        select d.tenant_id, d.endpoint_id from webhook_deliveries d
        where (d.tenant_id, d.endpoint_id) > (n.tenant_id, n.endpoint_id) order by d.tenant_id, d.endpoint_id limit 1) next
    )
    select n.tenant_id as "tenantId", n.endpoint_id as "endpointId" from named n
    where not exists (select 1 from webhook_endpoints e where e.tenant_id = n.tenant_id and e.id = n.endpoint_id)`;
  for (const { tenantId, endpointId } of orphaned) {
    let deleted = AT_ONCE;
    while (deleted === AT_ONCE)
      deleted = await db.$executeRaw`
        delete from webhook_deliveries where (tenant_id, endpoint_id, event_id) in (
          select tenant_id, endpoint_id, event_id from webhook_deliveries
          where tenant_id = ${tenantId} and endpoint_id = ${endpointId} limit ${AT_ONCE})`;
  }
}
