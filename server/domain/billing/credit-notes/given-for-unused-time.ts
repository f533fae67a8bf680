import type { Scope, Tx } from "../../../platform/scope.ts";

/**
 * What changes of plan gave back, as credit, for the unused time of what an invoice billed; in the minor unit, 0 or above. Ours correct its
 * charges; the card provider's lines name the lines that they credit, also where they take a part of that back. A credit that paid for what
 * an invoice with a total above 0 bills was spent on that, and one that was written off gave nothing back; of one that is owed again counts
 * what is left.
 */
export async function givenForUnusedTime(tx: Tx, { tenantId }: Scope, invoiceId: string): Promise<bigint> {
  const [row] = await tx.$queryRaw<{ given: bigint }[]>`
    with recursive credits as (
      select c.id, c.amount
      from charge_placements p
      join charges c on c.tenant_id = p.tenant_id and c.corrects = p.charge_id and c.amount < 0 and c.cause = 'CHANGE'
      where p.tenant_id = ${tenantId} and p.invoice_id = ${invoiceId} and p.ended_at is null and p.kind = 'INVOICE'
        and not exists (
          select 1 from charge_placements u
          join invoices i on i.tenant_id = u.tenant_id and i.id = u.invoice_id and i.status <> 'VOID' and i.total > 0
          where u.tenant_id = c.tenant_id and u.charge_id = c.id and u.ended_at is null and u.kind = 'INVOICE')
      union
      select c.id, c.amount
      from invoice_lines d
      join invoice_lines l on l.tenant_id = d.tenant_id and d.provider_line_id = any(l.credited_line_ids)
      join invoices i on i.tenant_id = l.tenant_id and i.id = l.invoice_id and i.status <> 'VOID' and i.total <= 0
      join charge_placements p on p.tenant_id = l.tenant_id and p.line_id = l.id and p.ended_at is null and p.kind = 'INVOICE'
      join charges c on c.tenant_id = p.tenant_id and c.id = p.charge_id
      where d.tenant_id = ${tenantId} and d.invoice_id = ${invoiceId}
    ), history as (
      select id, amount from credits k where not exists (
        select 1 from charge_placements w
        where w.tenant_id = ${tenantId} and w.charge_id = k.id and w.ended_at is null and w.kind = 'WRITTEN_OFF')
      union
      select k.id, k.amount from history h join charges k on k.tenant_id = ${tenantId} and k.corrects = h.id
    )
    select greatest(-coalesce(sum(amount), 0), 0)::bigint as given from history`;
  return row?.given ?? 0n;
}
