import type { Scope } from "../../../platform/scope.ts";
import { listProviderCustomers } from "../../customers/provider-customer.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { findReferences } from "../../tenants/provider/provider-references.ts";

interface Balance {
  customerId: string;
  currency: string;
  balance: bigint;
}

/** A customer whose balance at the card provider is not the credit that the journal has there; below 0 it is credit. */
export interface BalanceDifference {
  customerId: string;
  currency: string;
  ours: bigint;
  theirs: bigint;
}

/**
 * Compares the journal's credit at the card provider with the customers' balances there. A move that is under way is left out, and so are
 * customers for whom the provider has none, as it deletes them with their test clock; but not those whose personal data was erased, of
 * whom no credit may be left. Only reads. K7xxx.
 */
export async function compareBalances(scope: Scope): Promise<BalanceDifference[]> {
  const { tenantId, db } = scope;
  const ours = await findCredit(scope);
  const { theirs, absent } = await readBalances(scope, ours);
  const moving = await db.providerOperation.findMany({
    where: { tenantId, kind: "MOVE", status: "PENDING" },
    select: { customerId: true },
  });
  const erased = await db.customer.findMany({
    where: { tenantId, id: { in: [...absent] }, erasedAt: { not: null } },
    select: { id: true },
  });
  for (const { id } of erased) absent.delete(id);
  const isMoving = new Set(moving.map(({ customerId }) => customerId));
  const sums = [ours, theirs].map((rows) => new Map(rows.map((one) => [keyOf(one), one.balance])));
  const keys = new Map([...ours, ...theirs].map((one) => [keyOf(one), one]));
  return [...keys].flatMap(([key, { customerId, currency }]) => {
    const [our = 0n, their = 0n] = sums.map((balances) => balances.get(key));
    const one = { customerId, currency, ours: our, theirs: their };
    return our === their || isMoving.has(customerId) || absent.has(customerId) ? [] : [one];
  });
}

function keyOf({ customerId, currency }: Balance): string {
  return `${customerId} ${currency}`;
}

/** CREDIT at the card provider that is not 0. */
async function findCredit({ tenantId, db }: Scope): Promise<Balance[]> {
  const rows = await db.$queryRaw<{ customer_id: string; currency: string; amount: bigint }[]>`
    select t.customer_id, t.currency, sum(side.moved)::bigint as amount
    from journal_transfers t
    cross join lateral (values (t.debit_account, t.debit_provider, t.amount), (t.credit_account, t.credit_provider, -t.amount))
      as side (account, provider, moved)
    where t.tenant_id = ${tenantId} and side.account = 'CREDIT' and side.provider = 'PROVIDER_A'
    group by 1, 2 having sum(side.moved) <> 0`;
  return rows.map(({ customer_id: customerId, currency, amount: balance }) => ({
    customerId,
    currency,
    balance,
  }));
}

/**
 * The provider's balances of our customers: those that it lists, and those of customers who have credit here. A customer has one in a
 * currency with each of the provider's that stand for them: they are added up. Where none stands for one, the customer is absent there.
 */
async function readBalances(
  scope: Scope,
  ours: Balance[],
): Promise<{ theirs: Balance[]; absent: Set<string> }> {
  const { db } = scope;
  const provider = await cardProviderOf(scope);
  const found = new Map<string, Balance>();
  const add = (one: Balance) => {
    const before = found.get(keyOf(one))?.balance ?? 0n;
    found.set(keyOf(one), { ...one, balance: before + one.balance });
  };
  for await (const { customerId: providerId, ...balance } of provider.listBalances()) {
    const [reference] = await findReferences(db, scope, "CUSTOMER", { providerId });
    if (reference) add({ ...balance, customerId: reference.objectId });
  }
  const unlisted = ours.filter((one) => !found.has(keyOf(one)));
  const absent = new Set<string>();
  for (const { customerId, currency } of unlisted) {
    const there = await listProviderCustomers(db, scope, customerId);
    if (there.length === 0) absent.add(customerId);
    for (const { id } of there)
      add({ customerId, currency, balance: await provider.readBalance({ customerId: id, currency }) });
  }
  return { theirs: [...found.values()], absent };
}
