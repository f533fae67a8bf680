import type { Charge, InvoiceStatus } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { lockLeft } from "./left-of-charges.ts";
import { chargeKey, type NewCharge } from "./rules.ts";
import { writeChargesOnce } from "./write-charges.ts";

interface Credit {
  id: string;
  invoice_id: string;
  status: InvoiceStatus;
  left_to_pay: bigint;
}

/**
 * Takes back what was given for the unused time of an invoice that became uncollectible: at most what was not paid of that
 * invoice. A later payment of it gives the credit again, but not where what took it back was written off. Each is a charge that waits
 * for the subscription's next invoice. What is learned late, twice or in another order ends alike. The lines of the subscription's
 * invoices have their charges.
 */
export async function settleUncollectibleCredits(
  tx: Tx,
  scope: Scope,
  subscriptionId: string,
): Promise<void> {
  const credits = await findCredits(tx, scope, subscriptionId);
  const charges = await loadCharges(tx, scope, credits);
  const reversed = new Map<string, bigint>();
  const paid: Charge[] = [];
  for (const { id, invoice_id: invoiceId, status, left_to_pay: left } of credits) {
    const credit = charges.get(chargeOf(id));
    if (!credit) continue;
    const reversal = charges.get(chargeKey.reversal(id));
    const before = reversed.get(invoiceId) ?? 0n;
    const amount = reversal?.amount ?? smaller(-credit.amount, left - before);
    reversed.set(invoiceId, before + amount);
    if (status === "UNCOLLECTIBLE" && !reversal && amount > 0n)
      await write(tx, scope, credit, chargeKey.reversal(id), amount, "Taken back");
    if (status === "PAID" && reversal) paid.push(reversal);
  }
  for (const { charge, amount } of await lockLeft(tx, scope, paid))
    await write(tx, scope, charge, chargeKey.restored(charge.id), -amount, "Given again");
}

/**
 * The subscription's credits for unused time of an invoice that is uncollectible, or is paid; the oldest first. The card provider's
 * lines name the lines that they credit, ours their charges.
 */
function findCredits(tx: Tx, { tenantId }: Scope, subscriptionId: string): Promise<Credit[]> {
  return tx.$queryRaw<Credit[]>`
    select distinct c.id, o.id as invoice_id, o.status::text as status, o.amount_due - o.amount_paid as left_to_pay
    from invoices i
    join invoice_lines l on l.tenant_id = i.tenant_id and l.invoice_id = i.id and cardinality(l.credited_line_ids) > 0
    join charge_placements p on p.tenant_id = l.tenant_id and p.line_id = l.id and p.ended_at is null and p.kind = 'INVOICE'
    join charges c on c.tenant_id = p.tenant_id and c.id = p.charge_id and c.amount < 0
    join invoices o on o.tenant_id = i.tenant_id and o.subscription_id = i.subscription_id and o.status in ('UNCOLLECTIBLE', 'PAID')
    join invoice_lines d on d.tenant_id = o.tenant_id and d.invoice_id = o.id and d.provider_line_id = any(l.credited_line_ids)
    where i.tenant_id = ${tenantId} and i.subscription_id = ${subscriptionId} and i.status in ('OPEN', 'PAID')
    union
    select c.id, o.id, o.status::text, o.amount_due - o.amount_paid
    from invoices o
    join charge_placements p on p.tenant_id = o.tenant_id and p.invoice_id = o.id and p.ended_at is null and p.kind = 'INVOICE'
    join charges c on c.tenant_id = p.tenant_id and c.corrects = p.charge_id and c.amount < 0 and c.cause = 'CHANGE'
    where o.tenant_id = ${tenantId} and o.subscription_id = ${subscriptionId} and o.provider = 'PROVIDER_B'
      and o.status in ('UNCOLLECTIBLE', 'PAID') and not exists (
        select 1 from charge_placements w
        where w.tenant_id = c.tenant_id and w.charge_id = c.id and w.ended_at is null and w.kind = 'WRITTEN_OFF')
    order by id`;
}

const chargeOf = (id: string) => `id:${id}`;

/** The credits under their ids, and what takes them back under its key. */
async function loadCharges(
  tx: Tx,
  { tenantId }: Scope,
  credits: readonly Credit[],
): Promise<Map<string, Charge>> {
  const ids = credits.map(({ id }) => id);
  const rows = await tx.charge.findMany({
    where: { tenantId, OR: [{ id: { in: ids } }, { key: { in: ids.map(chargeKey.reversal) } }] },
  });
  return new Map(rows.flatMap((row) => [[chargeOf(row.id), row] as const, [row.key, row] as const]));
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function write(
  tx: Tx,
  scope: Scope,
  corrected: Charge,
  key: string,
  amount: bigint,
  what: string,
): Promise<Charge[]> {
  const { customerId, subscriptionId, provider, currency } = corrected;
  const charge: NewCharge = {
    ...{ key, cause: "CORRECTION", amount, isProration: true, correctsKey: corrected.key },
    description: `${what}: ${corrected.description}`,
    period: { start: corrected.periodStart, end: corrected.periodEnd },
  };
  return writeChargesOnce(tx, scope, { customerId, subscriptionId, provider, currency }, [charge]);
}
