import type { Scope, Tx } from "../../../platform/scope.ts";
import { owedOfEach, type Unpaid } from "./owed-again.ts";
import { settleCredits } from "./settle-credits.ts";

/**
 * Makes what was given for the unused time of a subscription's uncollectible invoices owed again: at most what is not paid of each,
 * and nothing once it is paid, or open again. What took it back and was written off is not given again. What is learned late, twice
 * or in another order ends alike. The lines of the subscription's invoices have their charges.
 */
export async function settleUncollectibleCredits(
  tx: Tx,
  scope: Scope,
  subscriptionId: string,
): Promise<void> {
  await settleCredits(tx, scope, owedOfEach(await findCredits(tx, scope, subscriptionId)));
}

/**
 * The subscription's credits for unused time of an invoice that is open, paid or uncollectible; the oldest first. The card provider's
 * lines name the lines that they credit, ours their charges. What the same invoice takes back of a credit is none of it.
 */
function findCredits(tx: Tx, { tenantId }: Scope, subscriptionId: string): Promise<Unpaid[]> {
  return tx.$queryRaw<Unpaid[]>`
    select f.id as "creditId", o.id as "invoiceId", f.amount,
      case when o.status = 'UNCOLLECTIBLE' then greatest(o.amount_due - o.amount_paid, 0) else 0 end as unpaid
    from invoices o
    join (
      select c.id, d.invoice_id, c.amount + coalesce((
        select sum(t.amount)
        from invoice_lines t
        where t.tenant_id = l.tenant_id and t.invoice_id = l.invoice_id and t.amount > 0
          and t.credited_line_ids && l.credited_line_ids), 0)::bigint as amount
      from invoices i
      join invoice_lines l on l.tenant_id = i.tenant_id and l.invoice_id = i.id and cardinality(l.credited_line_ids) > 0
      join charge_placements p on p.tenant_id = l.tenant_id and p.line_id = l.id and p.ended_at is null and p.kind = 'INVOICE'
      join charges c on c.tenant_id = p.tenant_id and c.id = p.charge_id and c.amount < 0
      join invoice_lines d on d.tenant_id = i.tenant_id and d.provider_line_id = any(l.credited_line_ids)
      where i.tenant_id = ${tenantId} and i.subscription_id = ${subscriptionId} and i.status in ('OPEN', 'PAID')
      union
      select c.id, p.invoice_id, c.amount
      from invoices o
      join charge_placements p on p.tenant_id = o.tenant_id and p.invoice_id = o.id and p.ended_at is null and p.kind = 'INVOICE'
      join charges c on c.tenant_id = p.tenant_id and c.corrects = p.charge_id and c.amount < 0 and c.cause = 'CHANGE'
      where o.tenant_id = ${tenantId} and o.subscription_id = ${subscriptionId} and o.provider = 'PROVIDER_B'
        and not exists (
          select 1 from charge_placements w
          where w.tenant_id = c.tenant_id and w.charge_id = c.id and w.ended_at is null and w.kind = 'WRITTEN_OFF')
    ) f on f.invoice_id = o.id
    where o.tenant_id = ${tenantId} and o.subscription_id = ${subscriptionId} and o.status in ('OPEN', 'PAID', 'UNCOLLECTIBLE')
    order by f.id, o.id`;
}
