import { type Charge, Prisma } from "../../../platform/database/client/client.ts";
import type { Sum } from "../../../platform/money.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";

/**
 * Whose charges wait: a subscription's, by its id, or the credit of no subscription that a customer has in a currency: payments of
 * invoices of ours brought more than was due.
 */
export type ChargeOwner = string | { customerId: string; currency: string };

/** SQL: the charge `c` waits: it is on no invoice, was not sent to the card provider or its balance, is not held, and not written off. */
const IS_WAITING = Prisma.sql`not exists (
  select 1 from charge_placements p
  where p.tenant_id = c.tenant_id and p.charge_id = c.id and p.ended_at is null and p.kind <> 'WAITING')`;

/** SQL: the charge `c` is the owner's. */
const isOf = (owner: ChargeOwner) =>
  typeof owner === "string"
    ? Prisma.sql`c.subscription_id = ${owner}`
    : Prisma.sql`c.subscription_id is null and c.customer_id = ${owner.customerId}
        and c.currency = ${owner.currency} and c.provider = 'PROVIDER_B'`;

/** The charges that wait for an invoice, the oldest first, locked until the transaction ends. */
export async function lockWaiting(tx: Tx, { tenantId }: Scope, owner: ChargeOwner): Promise<Charge[]> {
  const found = await tx.$queryRaw<{ id: string }[]>`
    select c.id from charges c
    where c.tenant_id = ${tenantId} and ${isOf(owner)} and ${IS_WAITING}
    order by c.id for no key update`;
  if (found.length === 0) return [];
  // Another transaction may have taken some before it let go of the lock.
  const waiting = await tx.$queryRaw<{ id: string }[]>`
    select c.id from charges c
    where c.tenant_id = ${tenantId} and c.id = any(${found.map(({ id }) => id)}) and ${IS_WAITING}`;
  return tx.charge.findMany({
    where: { tenantId, id: { in: waiting.map(({ id }) => id) } },
    orderBy: { id: "asc" },
  });
}

/** The charges that wait for an invoice, the oldest first. */
export async function findWaiting(tx: Tx, { tenantId }: Scope, owner: ChargeOwner): Promise<Charge[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select c.id from charges c
    where c.tenant_id = ${tenantId} and ${isOf(owner)} and ${IS_WAITING}`;
  return tx.charge.findMany({
    where: { tenantId, id: { in: rows.map(({ id }) => id) } },
    orderBy: { id: "asc" },
  });
}

/** What waits, in minor units; negative is credit. */
export async function sumOfWaiting(tx: Tx, { tenantId }: Scope, owner: ChargeOwner): Promise<bigint> {
  const [row] = await tx.$queryRaw<{ sum: bigint }[]>`
    select coalesce(sum(c.amount), 0)::bigint as sum from charges c
    where c.tenant_id = ${tenantId} and ${isOf(owner)} and ${IS_WAITING}`;
  return row?.sum ?? 0n;
}

const MOST_LEFT = 100;

/** Credit that no subscription's invoice will use, in minor units. */
export interface LeftCredit {
  /** The subscription, which has ended; null: the customer's own. */
  subscriptionId: string | null;
  customerId: string;
  currency: string;
  credit: bigint;
  /** How many there are in all: no more than a hundred are read. */
  total: number;
}

interface CreditOf {
  customerId?: string | undefined;
  subscriptionId?: string | undefined;
}

/**
 * The credit of each subscription that has ended, and of customers for no subscription: of one subscription, of a customer's, or of
 * all, those that ended last first.
 */
export function findCreditLeft(tx: Tx, { tenantId }: Scope, of: CreditOf): Promise<LeftCredit[]> {
  return tx.$queryRaw`
    select *, count(*) over ()::int as total from (${creditLeft(tenantId, of)}) credits
    order by "endedAt" desc nulls last, "subscriptionId" desc, "customerId", currency limit ${MOST_LEFT}`;
}

/** What all of that credit comes to by currency, minor units. */
export function sumCreditLeft({ db, tenantId }: Scope): Promise<Sum[]> {
  return db.$queryRaw`
    select currency, count(*)::int as count, sum(credit)::bigint as amount
    from (${creditLeft(tenantId, {})}) credits group by currency`;
}

/** SQL: a row for each subscription and customer with such credit. */
function creditLeft(tenantId: string, of: CreditOf): Prisma.Sql {
  return Prisma.sql`
    select s.id as "subscriptionId", s.ended_at as "endedAt", c.customer_id as "customerId", c.currency,
      -sum(c.amount)::bigint as credit
    from charge_placements p
    join charges c on c.tenant_id = p.tenant_id and c.id = p.charge_id
    left join subscriptions s on s.tenant_id = c.tenant_id and s.id = c.subscription_id
    where p.tenant_id = ${tenantId} and p.kind = 'WAITING' and p.ended_at is null
      and (s.status = 'CANCELED' or c.subscription_id is null and c.provider = 'PROVIDER_B')
      ${of.customerId === undefined ? Prisma.empty : Prisma.sql`and c.customer_id = ${of.customerId}`}
      ${of.subscriptionId === undefined ? Prisma.empty : Prisma.sql`and c.subscription_id = ${of.subscriptionId}`}
    group by s.tenant_id, s.id, c.customer_id, c.currency having sum(c.amount) < 0`;
}
