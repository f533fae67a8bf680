import { queryNamed } from "../../../platform/database/named.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { areApart, type CountingTerms } from "../counters/counting-terms.ts";
import type { Use, UseOutcome } from "./decide-uses.ts";

/** Uses of one customer, feature and dimension under one set of terms, in order. */
interface Group {
  uses: Use[];
  total: Decimal;
}

/**
 * Counts plain uses in one transaction that touches each counter once. A use is plain if its counters are open, have no reserved
 * units and share their limit with no other dimension, and one of them takes the uses of its group: the first with included units
 * left, or past those of all the one that bears overage. Other uses are not decided or returned.
 */
export async function countPlain(scope: Scope, uses: Use[]): Promise<Map<Use, UseOutcome>> {
  const groups = plainGroups(uses);
  const outcomes = new Map<Use, UseOutcome>();
  if (groups.length === 0) return outcomes;
  const { tenantId, actor, clock, db } = scope;
  const items = groups.flatMap(toItems);
  const rows = await queryNamed<Row>(scope, db, {
    name: "usher-count",
    text: "select * from usher_count($1::text, $2::timestamptz, $3::text, $4::text, $5::jsonb)",
    values: [tenantId, clock.now(), actor.type, actor.id, JSON.stringify(items.map(({ item }) => item))],
  });
  for (const row of rows) {
    // The database returns the positions of items that it was sent.
    const { group, terms, item } = items[row.index] as Item;
    const limit = row.included === null ? null : new Decimal(row.included);
    let used = new Decimal(row.used_before);
    let left = row.left_before === null ? null : new Decimal(row.left_before);
    for (const [index, use] of group.uses.entries()) {
      used = used.plus(use.quantity);
      left = left && Decimal.max(0, left.minus(use.quantity));
      outcomes.set(use, {
        outcome: "COUNTED",
        is_repeated: false,
        ledger_id: item.uses[index]?.ledger_id ?? null,
        record_id: row.record_id,
        counted: use.quantity,
        used,
        limit,
        remaining: left,
        is_late: false,
        period_start: terms.period.start,
        period_end: terms.period.end,
      });
    }
  }
  return outcomes;
}

interface Row {
  /** The part that took the units. */
  index: number;
  record_id: string;
  /** What all parts had used, include, and had left of that; null = unlimited. */
  used_before: string;
  included: string | null;
  left_before: string | null;
}

/** The uses of customers and features that have only plain ones, grouped by counter. */
function plainGroups(uses: Use[]): Group[] {
  const events = new Map<string, number>();
  for (const { eventId } of uses) if (eventId !== null) events.set(eventId, (events.get(eventId) ?? 0) + 1);
  const groups = new Map<string, Group>();
  for (const use of uses) {
    const key = `${use.customerId} ${use.overageTerms.featureId}`;
    const group = groups.get(key) ?? { uses: [], total: new Decimal(0) };
    group.uses.push(use);
    group.total = group.total.plus(use.quantity);
    groups.set(key, group);
  }
  return [...groups.values()].filter(({ uses: [first, ...others] }) => {
    if (!first) return false;
    const isPlain = (use: Use) => isPlainUse(use) && (use.eventId === null || events.get(use.eventId) === 1);
    const terms = others.length === 0 ? "" : termsOf(first);
    return isPlain(first) && others.every((use) => isPlain(use) && termsOf(use) === terms);
  });
}

function isPlainUse({ quantity, reservation, previouslyReserved, occurredAt, parts }: Use): boolean {
  const isLate = parts.some(({ isHeld, period }) => !isHeld && occurredAt < period.start);
  return quantity.gt(0) && !reservation && previouslyReserved === undefined && !isLate;
}

/** Everything that its counters are decided by; two uses of one request may have seen different plans. */
function termsOf({ parts, dimension }: Use): string {
  return parts.reduce((key, { sourceId, termsId, period, limit, isBlocking, allowance, before }) => {
    const more = before === null ? "" : `${before.units} ${before.amount}`;
    return `${key} ${sourceId} ${termsId} ${period.start.getTime()} ${period.end.getTime()} ${limit} ${isBlocking} ${allowance} ${more}`;
  }, dimension);
}

type Item = ReturnType<typeof toItems>[number];

/** A group's parts, and each as usher_count takes it. */
function toItems(group: Group, position: number) {
  const { uses, total } = group;
  // A group has at least the use that it was made for.
  const { customerId, parts, overageTerms, dimension } = uses[0] as Use;
  const eventIds = uses.flatMap(({ eventId }) => eventId ?? []);
  let usedBefore = new Decimal(0);
  const whole = {
    group: position,
    parts: parts.length,
    customer_id: customerId,
    feature_id: overageTerms.featureId,
    dimension,
    is_apart: areApart(parts),
    total: total.toFixed(),
    event_ids: eventIds.length === 0 ? null : eventIds,
    uses: uses.map(({ quantity, eventId, occurredAt, kind }) => {
      const before = usedBefore;
      usedBefore = usedBefore.plus(quantity);
      return {
        ledger_id: newId("usageLedgerEntry"),
        kind,
        quantity: quantity.toFixed(),
        used_before: before.toFixed(),
        event_id: eventId,
        occurred_at: occurredAt.toISOString(),
      };
    }),
  };
  const itemOf = (terms: CountingTerms) => ({
    ...whole,
    source_id: terms.sourceId,
    terms_id: terms.termsId,
    period_start: terms.period.start.toISOString(),
    period_end: terms.period.end.toISOString(),
    limit: terms.limit?.toFixed() ?? null,
    is_blocking: terms.isBlocking,
    allowance: terms.allowance?.toFixed() ?? null,
    over_before: terms.before?.units.toFixed() ?? null,
    billed_before: terms.before?.amount.toString() ?? null,
    bears: terms === overageTerms,
  });
  return parts.map((terms) => ({ group, terms, item: itemOf(terms) }));
}
