import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { nameMissing } from "../../../errors/name-missing.ts";
import { Decimal } from "../../../platform/decimal.ts";
import type { Scope } from "../../../platform/scope.ts";
import { momentOf } from "../counters/use-moment.ts";
import { batchUse, decideMany } from "./batch-uses.ts";
import type { CurrentOutcome, Use, UseOutcome } from "./decide-uses.ts";
import { createPreparer, type Prepared } from "./prepare-use.ts";
import { refusal } from "./refuse-use.ts";
import { findReceipt } from "./repeated-event.ts";
import type { RecordUsage, UsageReceipt, UsageReceipts } from "./schema.ts";
import { requireCurrent, withTermsOfNow } from "./terms-of-now.ts";
import { viewReceipt } from "./view-receipt.ts";

type Input = z.output<typeof RecordUsage>;
type Receipt = z.output<typeof UsageReceipt>;

/** Customers and features looked up at a time. */
const AT_ONCE = 25;

/** Counts units if the customer may use them, in one step. */
export function recordUsage(scope: Scope, input: Input): Promise<Receipt> {
  return withTermsOfNow(() => recordOnce(scope, input));
}

async function recordOnce(scope: Scope, input: Input): Promise<Receipt> {
  const one = await settle(async () =>
    toUse(await createPreparer(scope)(input), input, eventIdOf(scope, input, 0)),
  );
  if (one instanceof ApiError) {
    const known = await findReceipt(scope, input, eventIdOf(scope, input, 0));
    if (known === null || known instanceof ApiError) throw known ?? one;
    return known;
  }
  const { prepared, use } = one;
  // On a test clock many uses have the same time, and processes may read it at different moments: each is decided by itself.
  const outcome =
    prepared.customer.testClockId === null
      ? await batchUse(scope, use)
      : (await countAll(scope, [one])).get(use);
  const answer = await toAnswer(scope, input, prepared, requireCurrent(prepared, outcome));
  if (answer instanceof ApiError) throw answer;
  return answer;
}

/** Counts up to 1,000 uses; each gets its own result, and a bad one, also one that cannot be read, does not affect the others. */
export async function recordUsageBatch(
  scope: Scope,
  { items }: { items: (Input | ApiError)[] },
): Promise<z.output<typeof UsageReceipts>> {
  const answers = await recordAll(scope, items);
  return {
    items: answers.map((answer, index) =>
      answer instanceof ApiError
        ? {
            index,
            status: "refused" as const,
            receipt: null,
            error: errorOf(nameMissing(answer, items[index])),
          }
        : { index, status: "counted" as const, receipt: answer, error: null },
    ),
  };
}

function errorOf({ code, errorName, message, issues, details }: ApiError) {
  return { code, name: errorName, message, ...(issues && { issues }), details: details ?? null };
}

/** One receipt or refusal for each input, in order. */
async function recordAll(scope: Scope, inputs: (Input | ApiError)[]): Promise<(Receipt | ApiError)[]> {
  const prepare = createPreparer(scope);
  const prepared = await mapSome(inputs, async (input, index) =>
    input instanceof ApiError
      ? input
      : settle(async () => toUse(await prepare(input), input, eventIdOf(scope, input, index))),
  );
  const outcomes = await countAll(
    scope,
    prepared.flatMap((one) => (one instanceof ApiError ? [] : [one])),
  );
  return mapSome(prepared, async (one, index) => {
    // One input for each; the database returns one row for each use.
    const input = inputs[index] as Input | ApiError;
    if (input instanceof ApiError) return input;
    if (one instanceof ApiError)
      return (await findReceipt(scope, input, eventIdOf(scope, input, index))) ?? one;
    const outcome = outcomes.get(one.use) as UseOutcome;
    if (outcome.outcome === "STALE") return settle(() => recordAgain(scope, input, index));
    return toAnswer(scope, input, one.prepared, outcome);
  });
}

/** One use of a batch whose terms had changed. */
function recordAgain(scope: Scope, input: Input, index: number): Promise<Receipt> {
  return withTermsOfNow(async () => {
    const one = toUse(await createPreparer(scope)(input), input, eventIdOf(scope, input, index));
    const outcome = (await countAll(scope, [one])).get(one.use);
    const answer = await toAnswer(scope, input, one.prepared, requireCurrent(one.prepared, outcome));
    if (answer instanceof ApiError) throw answer;
    return answer;
  });
}

interface PreparedUse {
  prepared: Prepared;
  use: Use;
}

/** Counts each counter's uses in the given order. All uses of a call have the same clock: real time, or a test clock. */
async function countAll(scope: Scope, uses: PreparedUse[]): Promise<Map<Use, UseOutcome>> {
  const outcomes = new Map<Use, UseOutcome>();
  for (const group of Map.groupBy(uses, ({ prepared }) => prepared.customer.testClockId).values()) {
    const inTime = group[0]?.prepared.scope ?? scope;
    const uses = group.map(({ use }) => use);
    for (const [use, outcome] of await decideMany(inTime, uses)) outcomes.set(use, outcome);
  }
  return outcomes;
}

/** The event's own id, or one by which a retry of an interrupted request under an Idempotency-Key is recognized. */
function eventIdOf({ onceKey }: Scope, { event_id: own }: Input, index: number): string | null {
  return own ?? (onceKey === undefined ? null : `once:${onceKey}:${index}`);
}

function toUse(prepared: Prepared, input: Input, eventId: string | null): PreparedUse {
  const occurredAt = momentOf(input.occurred_at ?? null, prepared.scope.clock.now());
  const { feature, customer, parts, overageTerms } = prepared;
  if (input.quantity < 0 && feature.type !== "ALLOCATED")
    throw new ApiError("usage_not_returnable", { details: { feature_key: feature.key } });
  const use: Use = {
    customerId: customer.id,
    parts,
    overageTerms,
    dimension: input.dimension ?? "",
    quantity: new Decimal(input.quantity),
    isClipped: input.mode === "clip",
    eventId,
    occurredAt,
    kind: "RECORD",
  };
  return { prepared, use };
}

async function toAnswer(
  scope: Scope,
  input: Input,
  prepared: Prepared,
  outcome: CurrentOutcome,
): Promise<Receipt | ApiError> {
  if (outcome.outcome === "OTHER_EVENT")
    return new ApiError("event_id_conflict", { details: { event_id: input.event_id } });
  if (outcome.outcome === "REFUSED" && outcome.refusal === "BELOW_ZERO")
    return new ApiError("usage_return_exceeds_held", { details: { held: outcome.held.toNumber() } });
  if (outcome.outcome === "REFUSED") return refusal(scope, input, outcome);
  return viewReceipt(prepared, input, outcome);
}

async function settle<T>(work: () => Promise<T>): Promise<T | ApiError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error;
    throw error;
  }
}

/** Maps in order, a few at a time, so that a batch does not take every connection. */
async function mapSome<T, R>(values: T[], work: (value: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(values.length);
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < values.length; index = next++) {
      results[index] = await work(values[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, values.length) }, worker));
  return results;
}
