import type { Services } from "../../platform/scope.ts";

/** One change that a request made. */
export interface RecordedChange {
  type: string;
  object_type: string;
  object_id: string;
}

/** What a request has changed since a moment, oldest first, 100 at most. Each change writes its audit row in its own transaction. */
export async function changesOfRequest(
  services: Services,
  { tenantId, requestId, since }: { tenantId: string; requestId: string; since: Date },
): Promise<RecordedChange[]> {
  const { rows } = await services.tenantDatabase(tenantId).pool.query<RecordedChange>({
    text: `select action as type, object_type, object_id from audit_entries
     where tenant_id = $1 and created_at >= $2 and request_id = $3
       -- A customer named for the first time is created in a transaction of its own, which a retry may find.
       and action <> 'customer.created' order by created_at, id limit 100`,
    values: [tenantId, since, requestId],
  });
  return rows;
}
