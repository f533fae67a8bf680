import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { addSeconds } from "../../../platform/clock.ts";
import type { WebhookEndpoint } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { lockEndpoint } from "../load-endpoint.ts";
import { DELIVERY_LEASE_SECONDS } from "../rules.ts";
import { viewEndpoint } from "../view-endpoint.ts";
import type { Replayed, ReplayWebhooks } from "./replay-schema.ts";

type Input = z.output<typeof ReplayWebhooks>;

/** Queues events for an endpoint again, each with all its tries; waiting deliveries stay as they are unless `waiting` asks for them. */
export async function replayWebhooks(scope: Scope, input: Input): Promise<z.output<typeof Replayed>> {
  const { endpoint_id: id, event_id, waiting = false, ...range } = input;
  const hasRange = Object.values(range).some((value) => value !== undefined && value !== false);
  if ((event_id !== undefined) === (hasRange || waiting))
    throw new ApiError("webhook_replay_selection_missing");
  return scope.db.$transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, scope, id);
    if (endpoint.disabledAt) throw new ApiError("webhook_endpoint_disabled");
    let queued = event_id === undefined ? 0 : await queueOne(tx, scope, id, event_id);
    if (waiting) queued += await hurry(tx, scope, id);
    if (hasRange) queued += await queueRange(tx, scope, endpoint, range);
    const after = { ...viewEndpoint(endpoint, scope.clock.now()), queued, event_id: event_id ?? null };
    const type = "webhook_endpoint.replayed";
    await recordChange(tx, scope, { type, objectType: "webhook_endpoint", objectId: id, after });
    return { queued };
  });
}

/** Queues the named event, also when its type is not one that the endpoint takes. */
async function queueOne(tx: Tx, { tenantId, clock }: Scope, endpointId: string, id: string): Promise<number> {
  const event = await tx.event.findUnique({ where: { tenantId_id: { tenantId, id } }, select: { id: true } });
  if (!event) throw new ApiError("event_not_found");
  const now = clock.now();
  return tx.$executeRaw`
    insert into webhook_deliveries as d (tenant_id, endpoint_id, event_id, next_attempt_at, created_at)
    values (${tenantId}, ${endpointId}, ${id}, ${now}, ${now})
    on conflict (tenant_id, endpoint_id, event_id) do update
      set status = 'PENDING', attempts = 0, next_attempt_at = ${now}, lease_until = null, delivered_at = null where d.status <> 'PENDING'`;
}

/** What waits is due now, with all its tries; what a worker is sending, or takes soon by itself, stays as it is. */
async function hurry(tx: Tx, { tenantId, clock }: Scope, endpointId: string): Promise<number> {
  const now = clock.now();
  return tx.$executeRaw`
    update webhook_deliveries set attempts = 0, next_attempt_at = ${now}, lease_until = null
    where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and status = 'PENDING'
      and next_attempt_at > ${addSeconds(now, DELIVERY_LEASE_SECONDS)} and (lease_until is null or lease_until <= ${now})`;
}

async function queueRange(
  tx: Tx,
  { tenantId, clock }: Scope,
  { id, types }: WebhookEndpoint,
  { from, to, only_failed = false }: Pick<Input, "from" | "to" | "only_failed">,
): Promise<number> {
  const now = clock.now();
  const since = from ? new Date(from) : null;
  const until = to ? new Date(to) : null;
  if (only_failed)
    return tx.$executeRaw`
      update webhook_deliveries d set status = 'PENDING', attempts = 0, next_attempt_at = ${now}, lease_until = null
      from events e
      where d.tenant_id = ${tenantId} and d.endpoint_id = ${id} and d.status = 'FAILED'
        and e.tenant_id = d.tenant_id and e.id = d.event_id
        and (${since}::timestamptz is null or e.created_at >= ${since}) and (${until}::timestamptz is null or e.created_at < ${until})`;
  return tx.$executeRaw`
    insert into webhook_deliveries as d (tenant_id, endpoint_id, event_id, next_attempt_at, created_at)
    select ${tenantId}, ${id}, e.id, ${now}, ${now} from events e
    where e.tenant_id = ${tenantId} and e.type <> 'webhook_endpoint.tested'
      and ${types}::text[] && array['*', split_part(e.type, '.', 1) || '.*', e.type]
      and (${since}::timestamptz is null or e.created_at >= ${since}) and (${until}::timestamptz is null or e.created_at < ${until})
    on conflict (tenant_id, endpoint_id, event_id) do update
      set status = 'PENDING', attempts = 0, next_attempt_at = ${now}, lease_until = null, delivered_at = null where d.status <> 'PENDING'`;
}
