import type { Feature, UsageRecord } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import type { Scope } from "../../../platform/scope.ts";
import { readOpenCounters } from "../counters/counters.ts";
import {
  type CustomerContext,
  grantInForce,
  loadCustomerContext,
} from "../entitlements/load-customer-context.ts";
import type { Counter, Grant } from "../grants/grant.ts";
import { limitWithRollover } from "../grants/rules.ts";

type CounterRow = UsageRecord & { feature: Feature };

interface InForce {
  /** null = unlimited. */
  limit: Decimal | null;
  /** What happens past it; null where nothing is counted any more. */
  overage: Grant["overage"] | null;
}

/**
 * The limit of each counter, by its id, as the check of 4.11 answers it now, with units that rolled over. A
 * counter whose period is over keeps the limit of its last write. All customers are read in one statement, and the packs come
 * from the cache.
 */
export async function limitsInForce(scope: Scope, rows: CounterRow[]): Promise<Map<string, InForce>> {
  const contexts = await Promise.all(
    rows.map(({ status, customerId, featureId }) =>
      status === "OPEN" ? loadCustomerContext(scope, { named: customerId, featureId }) : null,
    ),
  );
  const limits = new Map<string, InForce>();
  // One after the other: the first fills the caches that the others read.
  for (const [index, row] of rows.entries()) {
    const context = contexts[index] ?? null;
    const isNow = context !== null && row.periodEnd > context.scope.clock.now();
    limits.set(row.id, isNow ? await limitNow(context, row) : ofLastWrite(row));
  }
  return limits;
}

const ofLastWrite = (row: CounterRow): InForce => ({ limit: toDecimal(row.included), overage: null });

async function limitNow(context: CustomerContext, row: CounterRow): Promise<InForce> {
  const { parts, combined } = (await grantInForce(context, row.feature)).grant;
  const isHeld = row.feature.type === "ALLOCATED";
  const own = parts.find(({ source }) => isHeld || source.id === row.sourceId);
  // What grants its units gives no access now, or is gone: the limit of its last write.
  if (!own) return ofLastWrite(row);
  const grant = isHeld ? combined : own.grant;
  const limit = limitWithRollover(grant, await countersOf(context, grant, row), row.dimension);
  return { limit, overage: grant.overage };
}

/** The counters whose rolled-over units add to the limit. A customer with very many has them read only where the limit is shared. */
async function countersOf(
  { scope, counters }: CustomerContext,
  grant: Grant,
  { customerId, featureId, ...row }: CounterRow,
): Promise<Counter[]> {
  if (counters) return counters.filter(({ sourceId }) => sourceId === row.sourceId);
  if (grant.limitBinding === "CUSTOMER" && grant.rolloverMax !== null)
    return (await readOpenCounters(scope.db, scope, { customerId, featureId })).filter(
      ({ sourceId }) => sourceId === row.sourceId,
    );
  const none = new Decimal(0);
  return [
    {
      dimension: row.dimension,
      used: none,
      reserved: none,
      rolledOver: new Decimal(row.rolledOver.toString()),
      carried: new Decimal(row.carried.toString()),
      overBefore: none,
      billedBefore: 0n,
    },
  ];
}

function toDecimal(value: { toString(): string } | null): Decimal | null {
  return value === null ? null : new Decimal(value.toString());
}
