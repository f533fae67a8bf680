import { Prisma } from "../../platform/database/client/client.ts";
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
  const after = toJson(change.after);
  await tx.event.create({
    data: {
      tenantId,
      id: newId("event"),
      type: change.type,
      objectType: change.objectType,
      objectId: change.objectId,
      sequence: row?.last ?? 1,
      data: after,
      createdAt,
    },
  });
  await tx.auditEntry.create({
    data: {
      tenantId,
      id: newId("auditEntry"),
      actorType: actor.type,
      actorId: actor.id,
      action: change.type,
      objectType: change.objectType,
      objectId: change.objectId,
      before: change.before ? toJson(change.before) : Prisma.DbNull,
      after,
      requestId,
      createdAt,
    },
  });
}

/** Plain JSON: dates become ISO strings, bigints (minor units) become numbers. */
function toJson(value: object): Prisma.InputJsonObject {
  const text = JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? Number(inner) : inner));
  // What JSON.stringify made of an object is an object of JSON values.
  return JSON.parse(text) as Prisma.InputJsonObject;
}
