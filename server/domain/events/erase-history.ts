import type { Scope, Tx } from "../scope.ts";
import { recordChange } from "./record-change.ts";

/**
 * Blanks what events and audit rows say of objects that stood for a person who asks to be forgotten: that something
 * happened, when and by whom stays; names and addresses go. The database lets nothing else of these rows be changed. The
 * first id names the person's main object; that history was erased, and of which objects, is itself recorded.
 */
export async function eraseHistory(tx: Tx, scope: Scope, objectIds: [string, ...string[]]): Promise<void> {
  const { tenantId } = scope;
  await tx.$executeRaw`select set_config('usher.erase', 'on', true)`;
  await tx.$executeRaw`
    update events set data = jsonb_build_object('id', object_id, 'erased', true)
    where tenant_id = ${tenantId} and object_id = any(${objectIds}) and type <> 'history.erased'`;
  await tx.$executeRaw`
    update audit_entries set before = null, after = jsonb_build_object('id', object_id, 'erased', true), salt = null
    where tenant_id = ${tenantId} and object_id = any(${objectIds}) and action <> 'history.erased'`;
  await tx.$executeRaw`select set_config('usher.erase', 'off', true)`;
  const [objectId] = objectIds;
  const after = { id: objectId, object_ids: objectIds };
  await recordChange(tx, scope, { type: "history.erased", objectType: "history", objectId, after });
}
