import { newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../scope.ts";

/** One committed change of one object, as the outside and the audit see it. */
export interface Change {
  /** `noun.verb` in the past tense: `subscription.created`. */
  type: string;
  objectType: string;
  objectId: string;
  /** The object as it is now, in its public form; never a secret. */
  after: object;
  /** The object as it was, for the audit; left out for what did not exist. */
  before?: object;
}

/**
 * Writes the event (numbered per object: 1, 2, 3 …) and the audit row of a change, inside the change's own transaction,
 * so that neither can be there without the other. The object's number is taken under its row lock.
 */
export async function recordChange(tx: Tx, scope: Scope, change: Change): Promise<void> {
  const { tenantId, actor, requestId, clock } = scope;
  const createdAt = clock.now();
  const [row] = await tx.$queryRaw<{ last: number }[]>`
    insert into object_sequences (tenant_id, object_id, last) values (${tenantId}, ${change.objectId}, 1)
    on conflict (tenant_id, object_id) do update set last = object_sequences.last + 1
    returning last`;
  const { type, objectType, objectId } = change;
  const after = toJson(change.after);
  const before = change.before ? toJson(change.before) : null;
  // JSON goes in as text: Prisma's own way to write it drops a key that is called __proto__.
  await tx.$executeRaw`
    insert into events (tenant_id, id, type, object_type, object_id, sequence, data, created_at)
    values (${tenantId}, ${newId("event")}, ${type}, ${objectType}, ${objectId}, ${row?.last ?? 1}, ${after}::jsonb, ${createdAt})`;
  await tx.$executeRaw`
    insert into audit_entries (tenant_id, id, actor_type, actor_id, action, object_type, object_id, before, after, request_id, created_at)
    values (${tenantId}, ${newId("auditEntry")}, ${actor.type}::"ActorType", ${actor.id}, ${type}, ${objectType}, ${objectId},
            ${before}::jsonb, ${after}::jsonb, ${requestId}, ${createdAt})`;
}

/** JSON text: dates become ISO strings, bigints (minor units) become numbers. */
function toJson(value: object): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? Number(inner) : inner));
}
