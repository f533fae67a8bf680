import type { Customer, UsageRecord } from "../../../platform/database/client/client.ts";
import { toWireAmount } from "../../../platform/money.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { chargeKey } from "../charges/rules.ts";
import { writeChargesOnce } from "../charges/write-charges.ts";
import { lockAllUsage } from "../counters/lock-usage.ts";
import { termsOfCounters } from "../counters/settle-counters.ts";
import { toCounter } from "../counters/to-counter.ts";
import type { Grant } from "../grants/grant.ts";
import { loadGrant, type Terms } from "../grants/load-grants.ts";
import { billedInPeriod } from "../grants/rules.ts";
import { type CustomerTerms, findTerms } from "../terms/find-terms.ts";
import type { LoadedSubscription } from "../terms/load-subscription.ts";
import { getSubscriptionOrThrow } from "../terms/load-subscription.ts";
import { phasesOf, termsAt } from "../terms/phases.ts";
import { soldUnder } from "../terms/sold-under.ts";
import { chargeDueAt, overageDueAt } from "./invoice-before-renewal.ts";

/** The counters of one customer and feature whose period ended at one moment. */
export interface EndedPeriod {
  customerId: string;
  featureId: string;
  subscriptionId: string | null;
  sourceId: string;
  periodEnd: Date;
}

/**
 * Closes a customer's usage of a feature in an ended period, and charges what it costs: what was sold and the overrides at the
 * period's last moment decide it, once, in one transaction, under retries and concurrency. The charge waits for an invoice.
 */
export function closePeriod(scope: Scope, ended: EndedPeriod): Promise<void> {
  return scope.db.$transaction(async (tx) => {
    const closed = await close(tx, scope, ended);
    if (closed !== null) await settle(tx, scope, closed);
  });
}

/** A closed period, whose amount is stored. */
interface ClosedPeriod {
  rows: UsageRecord[];
  amount: bigint;
  grant: Grant;
  /** Of the prices that it was billed at. */
  currency: string;
  subscription: LoadedSubscription | null;
}

/** Closes the counters and stores their amounts, so that every later try sends the provider the same. */
async function close(tx: Tx, scope: Scope, ended: EndedPeriod): Promise<ClosedPeriod | null> {
  const { tenantId, clock } = scope;
  const { customerId, featureId, subscriptionId, sourceId, periodEnd } = ended;
  const customer = await tx.customer.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: customerId } },
  });
  const feature = await tx.feature.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: featureId } } });
  const subscription =
    subscriptionId === null ? null : await getSubscriptionOrThrow(tx, scope, subscriptionId);
  // An override that ended with the period was in force in it, however late the worker runs.
  const lastMoment = new Date(periodEnd.getTime() - 1);
  const terms = await termsInPeriod(tx, scope, { customer, featureId, sourceId, subscription, lastMoment });
  const atItsEnd: Scope = { ...scope, clock: { now: () => lastMoment } };
  const grant = await loadGrant(tx, atItsEnd, terms, feature);
  await lockAllUsage(tx, scope, customerId, featureId);
  const where = { tenantId, customerId, featureId, subscriptionId, sourceId, periodEnd, settledAt: null };
  await tx.$executeRaw`select usher_expire_reservations(${tenantId}, ${customerId}, ${featureId}, null, ${clock.now()}::timestamptz)`;
  const rows = await tx.usageRecord.findMany({ where, orderBy: { id: "asc" } });
  const [first] = rows;
  if (!first) return null;
  const isDecided = rows.some(({ status, billedAmount }) => status !== "OPEN" && billedAmount > 0n);
  const amount = isDecided
    ? rows.reduce((sum, { billedAmount }) => sum + billedAmount, 0n)
    : billedInPeriod((await termsOfCounters(tx, scope, rows)) ?? grant, rows.map(toCounter));
  if (!isDecided) {
    await tx.usageRecord.updateMany({
      where,
      data: { status: "CLOSED", included: grant.limit?.toFixed() ?? null, updatedAt: clock.now() },
    });
    // The first counter gets the whole amount, so that the counters' amounts add up to it.
    await tx.usageRecord.update({
      where: { tenantId_id: { tenantId, id: first.id } },
      data: { billedAmount: amount },
    });
  }
  const currency = terms.currency ?? subscription?.planPrice.currency ?? "";
  return { rows, amount, grant, currency, subscription };
}

/** Whether a moment was part of the trial: nothing is billed for use in it. */
function wasOnTrial({ trialEnd }: LoadedSubscription, moment: Date): boolean {
  return trialEnd !== null && moment < trialEnd;
}

interface Wanted {
  customer: Customer;
  featureId: string;
  sourceId: string;
  subscription: LoadedSubscription | null;
  lastMoment: Date;
}

/**
 * What the subscription was sold as at the period's last moment, whatever it is now; of a counter from before its terms were kept,
 * the earliest known. Without a subscription what the customer's free plan grants.
 */
async function termsInPeriod(tx: Tx, scope: Scope, wanted: Wanted): Promise<Terms> {
  const { customer, featureId, sourceId, subscription, lastMoment } = wanted;
  if (!subscription) return freeTerms(await findTerms(tx, scope, customer, featureId), sourceId);
  const phases = await phasesOf(tx, scope, subscription.id);
  const known = termsAt(phases, lastMoment);
  if (known) return soldUnder(known);
  const nearest = phases.find(({ from }) => from > lastMoment) ?? phases.at(-1);
  if (!nearest) throw new Error(`Subscription ${subscription.id} has no terms.`);
  return { ...soldUnder(nearest), isTrial: wasOnTrial(subscription, lastMoment) };
}

/** The terms of the free plan that a counter counted under; those of the first one where that grants nothing now. */
function freeTerms({ sources }: CustomerTerms, sourceId: string): Terms {
  const [first, ...others] = sources;
  if (!first) throw new Error("A customer's terms have at least one source.");
  return (others.find(({ id }) => id === sourceId) ?? first).terms;
}

function describe(grant: Grant): string {
  return `${grant.feature.name}: usage beyond the plan`;
}

async function settle(
  tx: Tx,
  scope: Scope,
  { rows, amount, grant, currency, subscription }: ClosedPeriod,
): Promise<void> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  const [first] = rows;
  const isBilled = amount > 0n && subscription !== null;
  if (!first) return;
  const { count } = await tx.usageRecord.updateMany({
    where: { tenantId, id: { in: rows.map(({ id }) => id) }, settledAt: null },
    data: {
      settledAt: now,
      updatedAt: now,
      ...(isBilled && { status: "BILLED", invoiceDueAt: overageDueAt(subscription, first.periodEnd) }),
    },
  });
  if (count === 0 || !isBilled) return;
  const { customerId, periodStart: start, periodEnd: end } = first;
  const owner = { customerId, subscriptionId: subscription.id, provider: subscription.provider, currency };
  await writeChargesOnce(tx, scope, owner, [
    {
      key: chargeKey.counter(first.id),
      cause: "COUNTER",
      sourceId: first.id,
      description: describe(grant),
      amount,
      isProration: false,
      period: { start, end },
      dueAt: chargeDueAt(subscription, end),
    },
  ]);
  await recordChange(tx, scope, {
    type: "usage.billed",
    objectType: "usage_record",
    objectId: first.id,
    after: {
      id: first.id,
      customer_id: first.customerId,
      subscription_id: first.subscriptionId,
      amount: toWireAmount(amount),
      currency,
      period_start: first.periodStart.toISOString(),
      period_end: first.periodEnd.toISOString(),
    },
  });
}
