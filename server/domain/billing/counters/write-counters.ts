import type { Decimal } from "../../../platform/decimal.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { CountingTerms } from "./counting-terms.ts";

// Each of these writes the counters of any number of dimensions in one statement. The caller holds the locks of lockAllUsage.

/** A counter to open, with what earlier ones of its period leave to it. */
export interface NewCounter {
  id: string;
  dimension: string;
  value: Decimal;
  reserved: Decimal;
  rolledOver: Decimal;
  carried: Decimal;
  overBefore: Decimal;
  billedBefore: bigint;
  /** Whether its allowance period has had something before it. */
  hasBefore: boolean;
}

interface Opening {
  customerId: string;
  terms: CountingTerms;
  from: Date;
}

/** Opens counters of one customer and source under the terms of now. */
export async function openCounters(
  tx: Tx,
  { tenantId, clock }: Scope,
  { customerId, terms, from }: Opening,
  counters: NewCounter[],
): Promise<void> {
  const now = clock.now();
  const { subscriptionId, featureId, sourceId, termsId, limit, period } = terms;
  const items = counters.map((counter) => ({
    id: counter.id,
    dimension: counter.dimension,
    value: counter.value.toFixed(),
    reserved: counter.reserved.toFixed(),
    rolled_over: counter.rolledOver.toFixed(),
    carried: counter.carried.toFixed(),
    over_before: counter.overBefore.toFixed(),
    billed_before: counter.billedBefore.toString(),
    has_before: counter.hasBefore,
  }));
  await tx.$executeRaw`
    insert into usage_records (tenant_id, id, customer_id, subscription_id, feature_id, dimension, source_id, terms_id, value,
      reserved, rolled_over, carried, over_before, billed_before, included, period_start, period_end, allowance_start, created_at,
      updated_at)
    select ${tenantId}, c.id, ${customerId}, ${subscriptionId}, ${featureId}, c.dimension, ${sourceId}, ${termsId}, c.value,
      c.reserved, c.rolled_over, c.carried, c.over_before, c.billed_before, ${limit?.toFixed() ?? null}::numeric,
      ${from}::timestamptz, ${period.end}::timestamptz, case when c.has_before then ${period.start}::timestamptz end,
      ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as c (id text, dimension text, value numeric, reserved numeric,
      rolled_over numeric, carried numeric, over_before numeric, billed_before bigint, has_before boolean)`;
}

/** A counter to close, and the one that follows it. */
export interface Closing {
  id: string;
  /** Units that move to the next counter. */
  away: Decimal;
  amount: bigint;
  nextId: string;
}

/** Closes counters at a moment, or where their period ended before it, with what they bill. They reserve nothing any more. */
export async function closeCounters(
  tx: Tx,
  { tenantId, clock }: Scope,
  until: Date,
  counters: Closing[],
): Promise<void> {
  const items = counters.map(({ id, away, amount }) => ({ id, away: away.toFixed(), amount: `${amount}` }));
  await tx.$executeRaw`
    update usage_records r set status = 'CLOSED', value = r.value - c.away, reserved = 0, billed_amount = c.amount,
      period_end = least(r.period_end, ${until}::timestamptz), allowance_end = coalesce(r.allowance_end, r.period_end),
      updated_at = ${clock.now()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as c (id text, away numeric, amount bigint)
    where r.tenant_id = ${tenantId} and r.id = c.id`;
}

interface Changed {
  ids: string[];
  /** Whether the period is another one: it has had what its own counters counted that have ended, and is never given twice. */
  isOtherPeriod: boolean;
  /** Whether what they have counted is included under the terms. */
  isIncluded: boolean;
}

/** Lets open counters count under other terms of the same source from now on, with what they have counted. */
export async function changeTerms(
  tx: Tx,
  { tenantId, clock }: Scope,
  { termsId, limit, period }: CountingTerms,
  { ids, isOtherPeriod, isIncluded }: Changed,
): Promise<void> {
  const [start, end] = [period.start, period.end];
  await tx.$executeRaw`
    update usage_records r set terms_id = ${termsId}, included = ${limit?.toFixed() ?? null}::numeric,
      period_end = ${end}::timestamptz, updated_at = ${clock.now()}::timestamptz,
      allowance_start = case when ${isIncluded} or r.allowance_start is not null or r.period_start <> ${start}::timestamptz
        then ${start}::timestamptz end,
      value = case when ${isIncluded} then 0 else r.value end,
      carried = case when ${isIncluded} then r.carried + r.value when ${isOtherPeriod} then (
        select coalesce(sum(b.value + b.carried + b.over_before), 0) from usage_records b
        where b.tenant_id = r.tenant_id and b.customer_id = r.customer_id and b.feature_id = r.feature_id
          and b.dimension = r.dimension and b.source_id = r.source_id and b.status <> 'OPEN' and b.period_end = r.period_start
          and coalesce(b.allowance_start, b.period_start) = ${start}::timestamptz
          and coalesce(b.allowance_end, b.period_end) = ${end}::timestamptz
      ) else r.carried end,
      over_before = case when ${isOtherPeriod} then 0 else r.over_before end,
      billed_before = case when ${isOtherPeriod} then 0 else r.billed_before end,
      rolled_over = case when ${isOtherPeriod} then 0 else r.rolled_over end
    where r.tenant_id = ${tenantId} and r.id = any (${ids})`;
}

/** Lets reserved units be confirmed in the counters that follow those that were closed. */
export async function moveReservations(
  tx: Tx,
  { tenantId }: Scope,
  counters: Pick<Closing, "id" | "nextId">[],
): Promise<void> {
  const items = counters.map(({ id, nextId }) => ({ id, next_id: nextId }));
  await tx.$executeRaw`
    update usage_reservations h set record_id = c.next_id
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as c (id text, next_id text)
    where h.tenant_id = ${tenantId} and h.record_id = c.id and h.status = 'HELD'`;
}

/** Units that a counter gains (or loses, below 0) to another one. */
export interface Move {
  recordId: string;
  delta: Decimal;
}

/** Writes units that move between a customer's counters to the ledger, which is never rewritten. */
export async function writeMoves(
  tx: Tx,
  { tenantId, actor, clock }: Scope,
  { customerId, occurredAt }: { customerId: string; occurredAt: Date },
  moves: Move[],
): Promise<void> {
  const items = moves
    .filter(({ delta }) => !delta.isZero())
    .map(({ recordId, delta }) => ({
      id: newId("usageLedgerEntry"),
      record_id: recordId,
      delta: delta.toFixed(),
    }));
  if (items.length === 0) return;
  await tx.$executeRaw`
    insert into usage_ledger (tenant_id, id, record_id, customer_id, kind, delta, actor_type, actor_id, reason, occurred_at, created_at)
    select ${tenantId}, m.id, m.record_id, ${customerId}, 'SET', m.delta, ${actor.type}::"ActorType", ${actor.id},
      'The terms had changed before this use.', ${occurredAt}::timestamptz, ${clock.now()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as m (id text, record_id text, delta numeric)`;
}
