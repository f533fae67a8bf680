import type { Provider } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";

/** What a customer owes and is owed in one currency at one provider, in minor units. */
export interface Balance {
  currency: string;
  provider: Provider;
  /** What is left of credit, without what is held; the next invoice uses it. */
  credit: bigint;
  /** Owed, and on no issued invoice; without what is held. Below 0: more is given back than owed. */
  waiting: bigint;
  /** Held for a person's decision. */
  held: bigint;
  /** Left to pay on open invoices. */
  receivable: bigint;
}

/** A customer's balances, from the journal: one for each currency and provider that ever had a transfer, at one moment. */
export function readBalances(tx: Tx, { tenantId }: Scope, customerId: string): Promise<Balance[]> {
  return tx.$queryRaw<Balance[]>`
    with moved as (
      select t.currency, side.provider,
        coalesce(-sum(side.moved) filter (where side.account = 'CREDIT'), 0)::bigint as credit,
        coalesce(sum(side.moved) filter (where side.account = 'UNBILLED'), 0)::bigint as unbilled,
        coalesce(sum(side.moved) filter (where side.account = 'RECEIVABLE'), 0)::bigint as receivable
      from journal_transfers t
      cross join lateral (
        values (t.debit_account, t.debit_provider, t.amount), (t.credit_account, t.credit_provider, -t.amount)
      ) as side (account, provider, moved)
      where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.unit is null
      group by t.currency, side.provider
    ), held as (
      select c.currency, c.provider, sum(c.amount)::bigint as held,
        coalesce(sum(c.amount) filter (where c.cause = 'CREDIT'), 0)::bigint as credit
      from charges c
      join charge_placements p on p.tenant_id = c.tenant_id and p.charge_id = c.id and p.ended_at is null and p.kind = 'HELD'
      where c.tenant_id = ${tenantId} and c.customer_id = ${customerId}
      group by c.currency, c.provider
    )
    select m.currency, m.provider, m.credit + coalesce(h.credit, 0) as credit,
      m.unbilled - coalesce(h.held - h.credit, 0) as waiting, coalesce(h.held, 0) as held, m.receivable
    from moved m left join held h on (h.currency, h.provider) = (m.currency, m.provider)
    order by m.currency, m.provider`;
}
