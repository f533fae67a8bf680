import { type Charge, Prisma } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";

/** SQL: the charge `c` waits: it is on no invoice, was not sent to the card provider or its balance, is not held, and not written off. */
const IS_WAITING = Prisma.sql`not exists (
  select 1 from charge_placements p
  where p.tenant_id = c.tenant_id and p.charge_id = c.id and p.ended_at is null and p.kind <> 'WAITING')`;

/** The charges of a subscription that wait for an invoice, the oldest first, locked until the transaction ends. */
export async function lockWaiting(tx: Tx, { tenantId }: Scope, subscriptionId: string): Promise<Charge[]> {
  const found = await tx.$queryRaw<{ id: string }[]>`
    select c.id from charges c
    where c.tenant_id = ${tenantId} and c.subscription_id = ${subscriptionId} and ${IS_WAITING}
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

/** The charges of a subscription that wait for an invoice, the oldest first. */
export async function findWaiting(tx: Tx, { tenantId }: Scope, subscriptionId: string): Promise<Charge[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select c.id from charges c
    where c.tenant_id = ${tenantId} and c.subscription_id = ${subscriptionId} and ${IS_WAITING}`;
  return tx.charge.findMany({
    where: { tenantId, id: { in: rows.map(({ id }) => id) } },
    orderBy: { id: "asc" },
  });
}

/** What waits for a subscription, in minor units; negative is credit. */
export async function sumOfWaiting(tx: Tx, { tenantId }: Scope, subscriptionId: string): Promise<bigint> {
  const [row] = await tx.$queryRaw<{ sum: bigint }[]>`
    select coalesce(sum(c.amount), 0)::bigint as sum from charges c
    where c.tenant_id = ${tenantId} and c.subscription_id = ${subscriptionId} and ${IS_WAITING}`;
  return row?.sum ?? 0n;
}

const MOST_ENDED = 100;

/**
 * What waits for each subscription that has ended, in minor units, where that is credit: of one, or of a customer's, or of all, those
 * that ended last.
 */
export function creditOfEnded(
  tx: Tx,
  { tenantId }: Scope,
  of: { customerId?: string | undefined; subscriptionId?: string | undefined },
): Promise<{ subscriptionId: string; customerId: string; credit: bigint }[]> {
  return tx.$queryRaw`
    select s.id as "subscriptionId", s.customer_id as "customerId", -sum(c.amount)::bigint as credit
    from charge_placements p
    join charges c on c.tenant_id = p.tenant_id and c.id = p.charge_id
    join subscriptions s on s.tenant_id = c.tenant_id and s.id = c.subscription_id and s.status = 'CANCELED'
    where p.tenant_id = ${tenantId} and p.kind = 'WAITING' and p.ended_at is null
      ${of.customerId === undefined ? Prisma.empty : Prisma.sql`and c.customer_id = ${of.customerId}`}
      ${of.subscriptionId === undefined ? Prisma.empty : Prisma.sql`and c.subscription_id = ${of.subscriptionId}`}
    group by s.tenant_id, s.id having sum(c.amount) < 0
    order by s.ended_at desc nulls last, s.id desc limit ${MOST_ENDED}`;
}
