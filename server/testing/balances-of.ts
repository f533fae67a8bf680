import type { JournalAccount } from "../platform/database/client/client.ts";
import type { Scope, Tx } from "../platform/scope.ts";

/**
 * A customer's accounts in the journal, debits less credits, in minor units of one currency: what is owed (UNBILLED, RECEIVABLE),
 * received (CASH) and given up is above 0; REVENUE, TAX and credit (CREDIT) below. Accounts without transfers are 0.
 */
export async function balancesOf(
  tx: Tx,
  { tenantId }: Scope,
  customerId: string,
  currency = "USD",
): Promise<Record<JournalAccount, bigint>> {
  const rows = await tx.$queryRaw<{ account: JournalAccount; amount: bigint }[]>`
    select a.account, coalesce(sum(t.moved), 0)::bigint as amount
    from unnest(enum_range(null::"JournalAccount")) as a(account)
    left join (
      select side.account, side.moved from journal_transfers t
      cross join lateral (values (t.debit_account, t.amount), (t.credit_account, -t.amount)) as side (account, moved)
      where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.currency = ${currency}
    ) t on t.account = a.account
    group by a.account`;
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount])) as Record<
    JournalAccount,
    bigint
  >;
}
