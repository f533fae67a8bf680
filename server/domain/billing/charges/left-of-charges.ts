import type { Charge } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";

/** A charge, and its amount less what corrects it. */
export interface Left {
  charge: Charge;
  amount: bigint;
}

/**
 * Those of the charges of which something is left to correct, in their order: an amount with the sign of the charge. Nothing is left
 * of one that was written off. The charges are locked until the transaction ends.
 */
export async function lockLeft(tx: Tx, { tenantId }: Scope, charges: readonly Charge[]): Promise<Left[]> {
  if (charges.length === 0) return [];
  const ids = charges.map(({ id }) => id);
  await tx.$queryRaw`
    select 1 from charges where tenant_id = ${tenantId} and id = any(${ids}) order by id for no key update`;
  // A statement of its own: it sees what another transaction wrote before it let go of the lock.
  const rows = await tx.$queryRaw<{ id: string; amount: bigint }[]>`
    select c.id, (c.amount + coalesce(sum(k.amount), 0))::bigint as amount from charges c
    left join charges k on k.tenant_id = c.tenant_id and k.corrects = c.id
    where c.tenant_id = ${tenantId} and c.id = any(${ids}) and not exists (
      select 1 from charge_placements p
      where p.tenant_id = c.tenant_id and p.charge_id = c.id and p.ended_at is null and p.kind = 'WRITTEN_OFF')
    group by c.id, c.amount`;
  const left = new Map(rows.map(({ id, amount }) => [id, amount]));
  return charges.flatMap((charge) => {
    const amount = left.get(charge.id) ?? 0n;
    return amount === 0n ? [] : [{ charge, amount }];
  });
}
