import type { Scope, Tx } from "../scope.ts";

/**
 * Blanks what events and audit rows say of objects that stood for a person who asks to be forgotten: that something
 * happened, when and by whom stays; names and addresses go. The database lets nothing else of these rows be changed.
 */
export async function eraseHistory(tx: Tx, { tenantId }: Scope, objectIds: string[]): Promise<void> {
  await tx.$executeRaw`select set_config('usher.erase', 'on', true)`;
  await tx.$executeRaw`
    update events set data = jsonb_build_object('id', object_id, 'erased', true)
    where tenant_id = ${tenantId} and object_id = any(${objectIds})`;
  await tx.$executeRaw`
    update audit_entries set before = null, after = jsonb_build_object('id', object_id, 'erased', true)
    where tenant_id = ${tenantId} and object_id = any(${objectIds})`;
  await tx.$executeRaw`select set_config('usher.erase', 'off', true)`;
}
