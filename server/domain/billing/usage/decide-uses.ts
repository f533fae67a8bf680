import type pg from "pg";
import { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { queryNamed } from "../../../platform/database/named.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { areApart, type CountingTerms, counterItem } from "../counters/counting-terms.ts";

// The rule is prisma/functions/usher_use.sql: it refuses what is past the ceiling, and counts the rest in the same statement.

/** One use or reservation of units, to be decided and counted in one step. */
export interface Use {
  customerId: string;
  /** The terms of each source's counter, in the order in which their included units are used up; at least one. */
  parts: CountingTerms[];
  /** The one of them whose overage counts past all included units. */
  overageTerms: CountingTerms;
  dimension: string;
  /** Below 0 gives held units back. */
  quantity: Decimal;
  /** Count the units that fit instead of refusing the use. */
  isClipped: boolean;
  eventId: string | null;
  occurredAt: Date;
  kind: "RECORD" | "CONFIRM";
  /** Units that this customer had reserved before: they always fit. */
  previouslyReserved?: Decimal;
  /** Reserves the units until then instead of counting them. */
  reservation?: { id: string; expiresAt: Date };
}

// As text, because a JSON number has too few digits.
const Quantity = z.string().transform((text) => new Decimal(text));
const Counted = z.object({
  outcome: z.literal("COUNTED"),
  is_repeated: z.boolean(),
  ledger_id: z.string().nullable(),
  record_id: z.string(),
  counted: Quantity,
  used: Quantity,
  limit: Quantity.nullable(),
  /** Included units left of all parts; null = unlimited. */
  remaining: Quantity.nullable(),
  is_late: z.boolean(),
  period_start: z.coerce.date(),
  period_end: z.coerce.date(),
});
const Refused = z.object({
  outcome: z.literal("REFUSED"),
  refusal: z.enum(["NO_ROOM", "FULL", "MAX_DIMENSIONS", "BELOW_ZERO"]),
  held: Quantity,
});
const OtherEvent = z.object({ outcome: z.literal("OTHER_EVENT") });
/** The terms of the use are not those of now: see withTermsOfNow. */
const Stale = z.object({ outcome: z.literal("STALE") });
const Outcome = z.discriminatedUnion("outcome", [Counted, Refused, OtherEvent, Stale]);

const DEADLOCK = "40P01";
const TAKEN = "23505";
/** Key of a counter: customer, feature, dimension, and the period of a subscription or of the free plan. */
const PERIODS = "usage_records_period_key";
const ATTEMPTS = 5;

export type UseOutcome = z.output<typeof Outcome>;
/** The outcome of a use whose terms are those of now. */
export type CurrentOutcome = Exclude<UseOutcome, { outcome: "STALE" }>;
export type RefusedUse = z.output<typeof Refused>;

/**
 * Decides and counts, each use in one step: the database's function usher_use locks the counter while it reads and
 * writes, so that any number of processes agree. All uses of one call are one transaction; a refused one changes
 * nothing and does not affect the others. Ledger rows and the event of a limit reached are in the same transaction.
 */
export async function decideUses(tx: Tx, scope: Scope, uses: Use[]): Promise<UseOutcome[]> {
  const { tenantId, actor, clock } = scope;
  const items = uses.map((use) => ({
    customer_id: use.customerId,
    feature_id: use.overageTerms.featureId,
    feature_key: use.overageTerms.featureKey,
    dimension: use.dimension,
    max_dimensions: use.overageTerms.maxDimensions,
    is_apart: areApart(use.parts),
    parts: use.parts.map((terms) => ({
      ...counterItem(use.customerId, terms, use.dimension, newId("usageRecord")),
      is_apart: areApart(use.parts),
      bears: terms === use.overageTerms,
    })),
    ledger_id: newId("usageLedgerEntry"),
    outbox_id: newId("event"),
    quantity: use.quantity.toFixed(),
    is_clipped: use.isClipped,
    event_id: use.eventId,
    occurred_at: use.occurredAt.toISOString(),
    kind: use.kind,
    pledged: use.previouslyReserved?.toFixed() ?? null,
    reservation_id: use.reservation?.id ?? null,
    expires_at: use.reservation?.expiresAt.toISOString() ?? null,
  }));
  const statement = {
    name: "usher-use",
    text: "select usher_use($1::text, $2::timestamptz, $3::text, $4::text, $5::jsonb) as result",
    values: [tenantId, clock.now(), actor.type, actor.id, JSON.stringify(items)],
  };
  for (let attempt = 1; ; attempt++) {
    try {
      const rows = await queryNamed<{ result: unknown }>(scope, tx, statement);
      return rows.map(({ result }) => Outcome.parse(result));
    } catch (error) {
      // Two batches with the same event_ids for different counters can deadlock: one of them runs again and finds the other's
      // events. Inside the caller's transaction, the caller has to retry.
      if (isDeadlock(error) && tx === scope.db && attempt < ATTEMPTS) continue;
      // The period was closed after its terms had been read (its subscription has just ended, say): read them again.
      if (hasCode(error, TAKEN) && error.constraint === PERIODS)
        throw new ApiError("database_conflict", { cause: error });
      throw error;
    }
  }
}

const isDeadlock = (error: unknown) => hasCode(error, DEADLOCK);

function hasCode(error: unknown, code: string): error is pg.DatabaseError {
  return error instanceof Error && "code" in error && error.code === code;
}
