import { newId } from "../../../platform/ids.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { endPlacement } from "./release-charges.ts";
import { chargeKey } from "./rules.ts";

/** Why a charge is written off: its customer's personal data was erased. */
const ERASED = "ERASED";

interface ProviderCredit {
  customerId: string;
  currency: string;
  /** Below 0: credit of the customer. Above 0: owed, because an invoice was too small to be charged. */
  amount: bigint;
}

/** What the journal has as these customers' credit at the card provider, where it is not 0. */
export function findProviderCredit(
  tx: Tx,
  { tenantId }: Scope,
  customers: readonly string[],
): Promise<ProviderCredit[]> {
  return tx.$queryRaw<ProviderCredit[]>`
    select t.customer_id as "customerId", t.currency, sum(side.moved)::bigint as amount
    from journal_transfers t
    cross join lateral (values (t.debit_account, t.debit_provider, t.amount), (t.credit_account, t.credit_provider, -t.amount))
      as side (account, provider, moved)
    where t.tenant_id = ${tenantId} and t.customer_id = any(${customers}) and t.unit is null
      and side.account = 'CREDIT' and side.provider = 'PROVIDER_A'
    group by 1, 2 having sum(side.moved) <> 0 order by 1, 2`;
}

/**
 * Writes off what customers whose personal data is erased owe or are owed on no invoice: charges that wait or are held, and credit at
 * the card provider, which goes away with its customer there. They are locked by the transaction. What comes to wait or to be held later is
 * written off by the database (usher_keep_placement).
 */
export async function writeOffErased(tx: Tx, scope: Scope, customers: readonly string[]): Promise<void> {
  const { tenantId } = scope;
  const left = await tx.chargePlacement.findMany({
    where: {
      tenantId,
      endedAt: null,
      invoiceId: null,
      kind: { in: ["WAITING", "HELD", "INVOICE"] },
      charge: { customerId: { in: [...customers] } },
    },
    select: { id: true, chargeId: true },
    orderBy: { chargeId: "asc" },
  });
  for (const { id } of left) await endPlacement(tx, scope, { id }, ERASED);
  const credits = await writeCredits(tx, scope, customers);
  await writeOff(tx, scope, [...left.map(({ chargeId }) => chargeId), ...credits]);
}

/** A charge for what is left at the card provider, so that it is written off like others: once for a customer and currency. */
async function writeCredits(tx: Tx, scope: Scope, customers: readonly string[]): Promise<string[]> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  const credits = await findProviderCredit(tx, scope, customers);
  const rows = credits.map(({ customerId, currency, amount }) => ({
    tenantId,
    id: newId("charge"),
    key: chargeKey.erased(customerId, currency),
    cause: "CREDIT" as const,
    customerId,
    provider: BY_CARD,
    currency,
    amount,
    description: "Balance at the card provider",
    periodStart: now,
    periodEnd: now,
    createdAt: now,
  }));
  await tx.charge.createMany({ data: rows });
  return rows.map(({ id }) => id);
}

async function writeOff(tx: Tx, scope: Scope, charges: readonly string[]): Promise<void> {
  const { tenantId, actor, clock } = scope;
  await tx.chargePlacement.createMany({
    data: charges.map((chargeId) => ({
      tenantId,
      id: newId("chargePlacement"),
      chargeId,
      kind: "WRITTEN_OFF" as const,
      code: ERASED,
      actorType: actor.type,
      actorId: actor.id,
      createdAt: clock.now(),
    })),
  });
}
