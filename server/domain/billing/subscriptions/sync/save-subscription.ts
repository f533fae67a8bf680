import { ApiError } from "../../../../errors/api-error.ts";
import { addSeconds } from "../../../../platform/clock.ts";
import type { Prisma } from "../../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import type { ProviderSubscription, TaxBehavior } from "../../../../providers/port.ts";
import type { PlanPriceWithPlan } from "../../../catalog/load-plan-price.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { takeOverUsage } from "../../counters/take-over.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { type SubscriptionStatus, statusOf } from "../../terms/rules.ts";
import { writeTerms } from "../../terms/write-terms.ts";
import { isDue } from "../ahead/rules.ts";
import { isEnding } from "../coming/coming.ts";
import { sinceWhen } from "../lifecycle.ts";
import { supersedeCheckouts } from "../open-checkouts.ts";
import { recordLife, setSubscription } from "../update-subscription.ts";
import { findTaxBehavior } from "./provider-prices.ts";

interface Sale {
  subscriptionId: string;
  customerId: string;
  price: PlanPriceWithPlan;
  /** null: the plan has no published pack. */
  packId: string | null;
  drivers: { featureId: string; steps: number }[];
  /** Of an imported one: what its price says of taxes. Else our references tell. */
  taxBehavior?: TaxBehavior | null;
}

/** Our columns that are synced from the provider's subscription. */
export function syncedColumns(scope: Scope, remote: ProviderSubscription, before: LoadedSubscription | null) {
  const status = statusOf(remote);
  if (status === null)
    throw new ApiError("card_provider_answer_unknown", {
      cause: new Error(`The provider's subscription ${remote.id} is incomplete.`),
    });
  const now = scope.clock.now();
  return {
    status,
    currentPeriodStart: periodStart(remote, before),
    currentPeriodEnd: remote.currentPeriodEnd,
    periodAnchor: remote.periodAnchor,
    trialStart: remote.trialStart,
    trialEnd: remote.trialEnd,
    cancelAtPeriodEnd: remote.cancelAtPeriodEnd,
    cancelAt: remote.cancelAt,
    canceledAt: remote.canceledAt,
    endedAt: remote.endedAt,
    ...sinceWhen(status, before, now),
    unpaidSince: unpaidSince(status, before, now),
    pendingPackAt: pendingMoment(remote, before),
    // Where the ending was withdrawn there; one that is only being asked for keeps who asks.
    ...(before && isEnding(before) && !isEnding(remote) && { endingBy: null, endingReason: null }),
  };
}

/** It stays after the subscription has left UNPAID: leaveUnpaid clears it when the drafts of that time are settled. */
function unpaidSince(status: SubscriptionStatus, before: LoadedSubscription | null, now: Date): Date | null {
  const isUnpaid = status === "UNPAID" || before?.status === "UNPAID";
  return before?.unpaidSince ?? (isUnpaid ? now : null);
}

/** A period with the same end is the same one, even if the provider's began later because the subscription was moved to it. */
function periodStart(remote: ProviderSubscription, before: LoadedSubscription | null): Date {
  const { currentPeriodStart: start, currentPeriodEnd: end } = remote;
  const known = before?.currentPeriodStart ?? null;
  const isSame = known !== null && known < start && before?.currentPeriodEnd?.getTime() === end.getTime();
  return isSame ? known : start;
}

/**
 * When a pack that is pending for the period's end is due: at the end of the period, or at the start of the next one when that
 * came earlier, as after a change of interval.
 */
function pendingMoment(remote: ProviderSubscription, before: LoadedSubscription | null): Date | null {
  const waitsFor = before?.pendingPackAt ?? null;
  const { currentPeriodStart: start, currentPeriodEnd: end } = remote;
  if (waitsFor === null || waitsFor <= start) return waitsFor;
  const known = before?.currentPeriodStart ?? start;
  return start > known ? start : end;
}

/**
 * Inserts the subscription that the provider has started, with its events and audit rows. The database allows one live
 * subscription for each customer and product.
 */
export async function saveNewSubscription(
  tx: Tx,
  scope: Scope,
  sale: Sale,
  remote: ProviderSubscription,
): Promise<LoadedSubscription> {
  return insertSubscription(tx, scope, sale, {
    provider: BY_CARD,
    providerSubscriptionId: remote.id,
    providerCustomerId: remote.customerId,
    taxBehavior: sale.taxBehavior === undefined ? await findTaxBehavior(tx, scope, remote) : sale.taxBehavior,
    ...syncedColumns(scope, remote, null),
  });
}

/** The card that it begins with is read a day later for the first time: it was charged, or is known to be good. */
const FIRST_LOOK_SECONDS = 86_400;

/** Of a trial that is shorter than the time in which its end is told: it is told at once. */
async function tellShortTrial(tx: Tx, scope: Scope, row: LoadedSubscription): Promise<LoadedSubscription> {
  const { clock } = await withCustomerClock(tx, scope, row.customer);
  if (!isDue(row, "TRIAL_ENDING", clock.now())) return row;
  return setSubscription(tx, scope, row, "trial_nears_end", { trialEndingTold: row.trialEnd });
}

type Columns = Pick<
  Prisma.SubscriptionUncheckedCreateInput,
  | "provider"
  | "providerSubscriptionId"
  | "providerCustomerId"
  | "status"
  | "currentPeriodStart"
  | "currentPeriodEnd"
  | "periodAnchor"
  | "trialStart"
  | "trialEnd"
  | "cancelAtPeriodEnd"
  | "cancelAt"
  | "canceledAt"
  | "endedAt"
  | "invoiceDueDays"
  | "taxBehavior"
>;

/**
 * Inserts a subscription with its drivers, first terms, the usage that it takes over, events and audit rows. Marks open checkout
 * pages of the same product, so that a job closes them.
 */
export async function insertSubscription(
  tx: Tx,
  scope: Scope,
  sale: Sale,
  columns: Columns,
): Promise<LoadedSubscription> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  const { price } = sale;
  await tx.subscription.create({
    data: {
      tenantId,
      id: sale.subscriptionId,
      customerId: sale.customerId,
      productId: price.plan.productId,
      planId: price.planId,
      planPriceId: price.id,
      packId: sale.packId,
      ...columns,
      cardLookAt: addSeconds(now, FIRST_LOOK_SECONDS),
      createdAt: now,
      updatedAt: now,
    },
  });
  await supersedeCheckouts(tx, scope, {
    by: "subscription",
    customerId: sale.customerId,
    productId: price.plan.productId,
    exceptSubscriptionId: sale.subscriptionId,
  });
  const drivers = sale.drivers.filter(({ steps }) => steps > 0);
  if (drivers.length > 0) {
    const data = drivers.map(({ featureId, steps }) => ({
      tenantId,
      subscriptionId: sale.subscriptionId,
      featureId,
      steps,
    }));
    await tx.subscriptionDriver.createMany({ data });
  }
  await writeTerms(tx, scope, sale.subscriptionId);
  const row = await getSubscriptionOrThrow(tx, scope, sale.subscriptionId);
  await takeOverUsage(tx, scope, row);
  await recordLife(tx, scope, null, row);
  return tellShortTrial(tx, scope, row);
}
