import type { Scope, Tx } from "../../platform/scope.ts";
import { recordChanges } from "./record-change.ts";

/** More ids than this in one event would make a body that receivers refuse. */
const AT_ONCE = 500;

/** Rows of history by their own ids, of objects that are not the person's: an invitation code's redemptions, say. */
export interface SingleRows {
  eventIds: string[];
  auditEntryIds: string[];
}

/**
 * Blanks the data of events and audit rows about the objects of a person who asks to be forgotten. Type, time and actor
 * stay; names and addresses go. The database allows no other change of these rows. The first id names the person's main
 * object; an event records the erasure and its objects.
 */
export async function eraseHistory(tx: Tx, scope: Scope, objectIds: [string, ...string[]]): Promise<void> {
  await blankObjects(tx, scope, objectIds);
  await recordErasure(tx, scope, objectIds);
}

/** As eraseHistory for any number of objects; the event names only those whose history was not blank already. */
export async function eraseHistories(tx: Tx, scope: Scope, objectIds: string[]): Promise<void> {
  const blanked = await blankObjects(tx, scope, objectIds);
  for (let start = 0; start < blanked.length; start += AT_ONCE) {
    const [first, ...others] = blanked.slice(start, start + AT_ONCE);
    if (first !== undefined) await recordErasure(tx, scope, [first, ...others]);
  }
}

/** Blanks single rows, and records under the given id which ones. */
export async function eraseRows(tx: Tx, scope: Scope, id: string, single: SingleRows): Promise<void> {
  const { tenantId } = scope;
  await whileErasing(tx, async () => {
    await tx.$executeRaw`
      update events set data = jsonb_build_object('id', object_id, 'erased', true)
      where tenant_id = ${tenantId} and id = any(${single.eventIds}) and type <> 'history.erased'`;
    await tx.$executeRaw`
      update audit_entries set before = null, after = jsonb_build_object('id', object_id, 'erased', true), salt = null
      where tenant_id = ${tenantId} and id = any(${single.auditEntryIds}) and action <> 'history.erased'`;
  });
  const after = { id, object_ids: [], event_ids: single.eventIds, audit_entry_ids: single.auditEntryIds };
  await recordChanges(tx, scope, [{ type: "history.erased", objectType: "history", objectId: id, after }]);
}

async function blankObjects(tx: Tx, { tenantId }: Scope, objectIds: string[]): Promise<string[]> {
  return whileErasing(tx, async () => {
    const rows = await tx.$queryRaw<{ object_id: string }[]>`
      with blank_events as (
        update events set data = jsonb_build_object('id', object_id, 'erased', true)
        where tenant_id = ${tenantId} and object_id = any(${objectIds}) and type <> 'history.erased'
          and data <> jsonb_build_object('id', object_id, 'erased', true)
        returning object_id
      ), blank_entries as (
        update audit_entries set before = null, after = jsonb_build_object('id', object_id, 'erased', true), salt = null
        where tenant_id = ${tenantId} and object_id = any(${objectIds}) and action <> 'history.erased' and salt is not null
        returning object_id
      )
      select object_id from blank_events union select object_id from blank_entries order by 1`;
    return rows.map(({ object_id }) => object_id);
  });
}

async function whileErasing<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.$executeRaw`select set_config('usher.erase', 'on', true)`;
  const result = await work();
  await tx.$executeRaw`select set_config('usher.erase', 'off', true)`;
  return result;
}

function recordErasure(tx: Tx, scope: Scope, objectIds: [string, ...string[]]): Promise<void> {
  const [objectId] = objectIds;
  const after = { id: objectId, object_ids: objectIds };
  return recordChanges(tx, scope, [{ type: "history.erased", objectType: "history", objectId, after }]);
}
