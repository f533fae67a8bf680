import { newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import type { EventType } from "./types.ts";

/** One committed change of one object, as events and the audit log record it. */
export interface Change {
  /** One of EVENT_TYPES. */
  type: EventType;
  objectType: string;
  objectId: string;
  /** The object as it is now, in its public form; never a secret. */
  after: object;
  /** The object as it was, for the audit log; left out when it is new. */
  before?: object;
}

/**
 * Writes the event (numbered per object: 1, 2, 3 …) and the audit row of a change, inside the change's own transaction,
 * so that neither exists without the other. The object's number is taken under its row lock. The database queues
 * every event that is written for the webhook endpoints that take its type, by a trigger.
 */
export function recordChange(tx: Tx, scope: Scope, change: Change): Promise<void> {
  return recordChanges(tx, scope, [change]);
}

/** As recordChange for changes of one or many objects, in one statement; those of one object are numbered in their order. */
export async function recordChanges(tx: Tx, scope: Scope, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  const { tenantId, actor, requestId, clock } = scope;
  const now = clock.now();
  const column = (of: (change: Change) => string | null) => changes.map(of);
  // JSON goes in as text: Prisma's own way to write it drops a key that is called __proto__.
  await tx.$executeRaw`
    with change as (
      select *, row_number() over (partition by object_id order by position) as nth,
             count(*) over (partition by object_id) as many
      from unnest(
        ${column(({ type }) => type)}::text[], ${column(({ objectType }) => objectType)}::text[],
        ${column(({ objectId }) => objectId)}::text[], ${column(({ before }) => (before ? toJson(before) : null))}::text[],
        ${column(({ after }) => toJson(after))}::text[], ${column(() => newId("event"))}::text[],
        ${column(() => newId("auditEntry"))}::text[]
      ) with ordinality as c (type, object_type, object_id, before, after, event_id, audit_id, position)
    ), numbered as (
      insert into object_sequences (tenant_id, object_id, last)
      select ${tenantId}, object_id, many from change where nth = 1 order by object_id
      on conflict (tenant_id, object_id) do update set last = object_sequences.last + excluded.last
      returning object_id, last
    ), written as (
      insert into events (tenant_id, id, type, object_type, object_id, sequence, data, created_at)
      select ${tenantId}, event_id, type, object_type, object_id, last - many + nth, after::jsonb, ${now}
      from change join numbered using (object_id) order by position
    )
    insert into audit_entries (tenant_id, id, actor_type, actor_id, action, object_type, object_id, before, after, request_id, created_at)
    select ${tenantId}, audit_id, ${actor.type}::"ActorType", ${actor.id}, type, object_type, object_id, before::jsonb, after::jsonb,
           ${requestId}, ${now}
    from change`;
}

/** JSON text: dates become ISO strings, bigints (minor units) become numbers. */
function toJson(value: object): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? Number(inner) : inner));
}
