import type { Charge } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { correctionsTo, type Link } from "./owed-again.ts";
import { chargeKey, type NewCharge } from "./rules.ts";
import { writeChargesOnce } from "./write-charges.ts";

/**
 * Makes this much of each credit, by its id, owed again: writes the difference to what its corrections come to. Each correction is a
 * charge that waits for the subscription's next invoice. What a credit note took off a correction stays taken off. The credits and
 * their corrections are locked until the transaction ends, so that of two at once the second one finds nothing to write.
 */
export async function settleCredits(tx: Tx, scope: Scope, owed: ReadonlyMap<string, bigint>): Promise<void> {
  const ids = [...owed.keys()];
  if (ids.length === 0) return;
  await lockHistory(tx, scope, ids);
  const links = await readHistory(tx, scope, ids);
  const credits = await tx.charge.findMany({
    where: { tenantId: scope.tenantId, id: { in: ids } },
    orderBy: { id: "asc" },
  });
  for (const credit of credits) {
    const history = links.filter(({ root }) => root === credit.id);
    const { customerId, subscriptionId, provider, currency } = credit;
    const written = correctionsTo(history, owed.get(credit.id) ?? 0n).map(({ link, amount, isGiven }) =>
      correction(credit, link, amount, isGiven),
    );
    await writeChargesOnce(tx, scope, { customerId, subscriptionId, provider, currency }, written);
  }
}

function correction(credit: Charge, link: Link, amount: bigint, isGiven: boolean): NewCharge {
  const keyOf = isGiven ? chargeKey.restored : chargeKey.reversal;
  return {
    key: keyOf(link.id, link.corrections + 1),
    cause: "CORRECTION",
    amount,
    isProration: true,
    correctsKey: link.key,
    description: `${isGiven ? "Given again" : "Taken back"}: ${credit.description}`,
    period: { start: credit.periodStart, end: credit.periodEnd },
  };
}

/** A statement of its own: the next one sees what another transaction wrote before it let go of the locks. */
async function lockHistory(tx: Tx, { tenantId }: Scope, ids: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    select 1 from charges where tenant_id = ${tenantId} and id in (
      with recursive history as (
        select id from charges where tenant_id = ${tenantId} and id = any(${ids})
        union
        select k.id from history h join charges k on k.tenant_id = ${tenantId} and k.corrects = h.id)
      select id from history)
    order by id for no key update`;
}

/** The credits with what corrects them, each credit before what corrects it. A credit note is a correction of another kind. */
function readHistory(
  tx: Tx,
  { tenantId }: Scope,
  ids: readonly string[],
): Promise<(Link & { root: string })[]> {
  return tx.$queryRaw`
    with recursive history as (
      select id as root, id, key, amount, 0 as depth from charges where tenant_id = ${tenantId} and id = any(${ids})
      union all
      select h.root, k.id, k.key, k.amount, h.depth + 1
      from history h join charges k on k.tenant_id = ${tenantId} and k.corrects = h.id and not starts_with(k.key, 'credit_note:')
    )
    select h.root, h.id, h.key, h.amount, (h.amount + c.amount)::bigint as left, c.count::int as corrections,
      exists (
        select 1 from charge_placements p
        where p.tenant_id = ${tenantId} and p.charge_id = h.id and p.ended_at is null and p.kind = 'WRITTEN_OFF') as "isWrittenOff"
    from history h
    cross join lateral (
      select coalesce(sum(amount), 0) as amount, count(*) as count from charges where tenant_id = ${tenantId} and corrects = h.id) c
    order by h.depth, h.id`;
}
