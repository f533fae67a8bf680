import { queryNamed } from "../../../platform/database/named.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { type CountingTerms, hasSeparateLimit } from "../counters/counting-terms.ts";
import type { Use, UseOutcome } from "./decide-uses.ts";

/** Uses of one customer, feature and dimension under one set of terms, in order. */
interface Group {
  uses: Use[];
  total: Decimal;
}

/**
 * Counts plain uses in one transaction that touches each counter once. A use is plain if its counter is open, has no reserved
 * units, shares its limit with no other counter, and all its uses fit below the limit. Other uses are not decided or returned.
 * Where several sources grant the feature, that is so of each counter, and the first with included units left takes all of them.
 * Uses of one source and of several are counted by a statement each: `sources` says which.
 */
export async function countPlain(
  scope: Scope,
  uses: Use[],
  sources: keyof typeof STATEMENTS,
): Promise<Map<Use, UseOutcome>> {
  const groups = plainGroups(uses).filter(({ uses: [first] }) => sourcesOf(first) === sources);
  const outcomes = new Map<Use, UseOutcome>();
  if (groups.length === 0) return outcomes;
  const { tenantId, actor, clock, db } = scope;
  const items = groups.map(toItem);
  const rows = await queryNamed<Row>(scope, db, {
    ...STATEMENTS[sources],
    values: [tenantId, clock.now(), actor.type, actor.id, JSON.stringify(items)],
  });
  for (const row of rows) {
    // The database returns the positions of the groups and parts that it was sent.
    const [group, item] = [groups[row.index] as Group, items[row.index] as ReturnType<typeof toItem>];
    const limit = row.included === null ? null : new Decimal(row.included);
    let used = new Decimal(row.used_before);
    let left = row.left_before == null ? null : new Decimal(row.left_before);
    for (const [index, use] of group.uses.entries()) {
      const { period } = use.parts[row.part ?? 0] as CountingTerms;
      used = used.plus(use.quantity);
      left = left === null ? null : left.minus(use.quantity);
      outcomes.set(use, {
        outcome: "COUNTED",
        is_repeated: false,
        ledger_id: item.uses[index]?.ledger_id ?? null,
        record_id: row.record_id,
        counted: use.quantity,
        used,
        limit,
        ...(sources === "several" && { remaining: left }),
        is_late: false,
        period_start: period.start,
        period_end: period.end,
      });
    }
  }
  return outcomes;
}

const STATEMENTS = {
  one: {
    name: "usher-count",
    text: "select * from usher_count($1::text, $2::timestamptz, $3::text, $4::text, $5::jsonb)",
  },
  several: {
    name: "usher-count-parts",
    text: "select * from usher_count_parts($1::text, $2::timestamptz, $3::text, $4::text, $5::jsonb)",
  },
};

interface Row {
  index: number;
  record_id: string;
  used_before: string;
  included: string | null;
  /** Of several sources: the part that took the units, and the included units of all that were left before. */
  part?: number;
  left_before?: string | null;
}

const sourcesOf = (use: Use | undefined) => (use && use.parts.length > 1 ? "several" : "one");

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

function toItem({ uses, total }: Group) {
  // A group has at least the use that it was made for.
  const { customerId, parts, overageTerms: terms, dimension } = uses[0] as Use;
  const hasParts = sourcesOf(uses[0]) === "several";
  const eventIds = uses.flatMap(({ eventId }) => eventId ?? []);
  let usedBefore = new Decimal(0);
  return {
    customer_id: customerId,
    feature_id: terms.featureId,
    dimension,
    period_start: terms.period.start.toISOString(),
    period_end: terms.period.end.toISOString(),
    limit: terms.limit?.toFixed() ?? null,
    is_blocking: terms.isBlocking,
    allowance: terms.allowance?.toFixed() ?? null,
    over_before: terms.before?.units.toFixed() ?? null,
    billed_before: terms.before?.amount.toString() ?? null,
    is_apart: !hasParts && hasSeparateLimit(terms),
    ...(hasParts && { parts: parts.map(toPart) }),
    source_id: terms.sourceId,
    terms_id: terms.termsId,
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
}

function toPart({ sourceId, termsId, period, limit }: CountingTerms) {
  return {
    source_id: sourceId,
    terms_id: termsId,
    period_start: period.start.toISOString(),
    period_end: period.end.toISOString(),
    limit: limit?.toFixed() ?? null,
  };
}
