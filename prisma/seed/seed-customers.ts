import { trySyncInvoices } from "../../server/domain/billing/invoices/try-sync-invoices.ts";
import { changePlan } from "../../server/domain/billing/subscriptions/change/change-plan.ts";
import { ChangePlan } from "../../server/domain/billing/subscriptions/change/change-plan-schema.ts";
import { cancelSubscription } from "../../server/domain/billing/subscriptions/end/end-subscription.ts";
import { startSubscription } from "../../server/domain/billing/subscriptions/start/start-subscription.ts";
import { recordLife } from "../../server/domain/billing/subscriptions/update-subscription.ts";
import { viewSubscription } from "../../server/domain/billing/subscriptions/view-subscription.ts";
import {
  getSubscriptionOrThrow,
  type LoadedSubscription,
} from "../../server/domain/billing/terms/load-subscription.ts";
import { ensureCustomer } from "../../server/domain/customers/ensure-customer.ts";
import { addIntervals } from "../../server/platform/calendar.ts";
import type { Prisma } from "../../server/platform/database/client/client.ts";
import { newId } from "../../server/platform/ids.ts";
import { BY_CARD, BY_INVOICE } from "../../server/platform/schema/provider.ts";
import type { Scope, Tx } from "../../server/platform/scope.ts";
import { type CustomerStory, customers, firstDay, lastDay, PAUSED_DAYS } from "./customer-stories.ts";
import type { DemoScope } from "./demo-scope.ts";
import { scopeAt } from "./scope-at.ts";
import type { SeededCatalog } from "./seed-catalog.ts";
import { type Part, packOf, partsOf, writeParts } from "./seed-terms.ts";

/** What an invoice of ours gives: see the tenant's settings. */
export const DAYS_TO_PAY = 14;
/** At a real account with the card provider only a few are started, so as not to flood it. */
const FEW = 3;

/** A subscriber as seed-history.ts needs it. */
export interface Subscriber {
  story: CustomerStory;
  customerId: string;
  subscriptionId: string;
  anchor: Date;
  /** What was sold and when, oldest first. */
  parts: Part[];
}

/** The customers with their subscriptions. Those that are there already are left as they are. */
export async function seedCustomers(scope: DemoScope, catalog: SeededCatalog): Promise<Subscriber[]> {
  const isRealProvider = scope.config.stripe.secretKey !== undefined;
  const stories = customers();
  const byCard = stories.filter(({ provider }) => provider === BY_CARD);
  const started = isRealProvider ? byCard.slice(0, FEW) : byCard;
  const { tenantId, db, now } = scope;
  const seats = await db.feature.findUniqueOrThrow({ where: { tenantId_key: { tenantId, key: "seats" } } });
  const subscribers: Subscriber[] = [];
  for (const [index, story] of stories.entries()) {
    scope.step(`customer ${index + 1} of ${stories.length}`);
    const parts = partsOf({ catalog, seatsId: seats.id, now }, story);
    if (story.provider === BY_INVOICE)
      subscribers.push(await subscribeByInvoice(scope, catalog, { story, parts }));
    else if (started.includes(story))
      subscribers.push(await subscribeByCard(scope, catalog, { story, parts }));
  }
  return subscribers;
}

function priceOf(catalog: SeededCatalog, { currency, interval }: CustomerStory, plan: string): string {
  return catalog.priceIds[`${plan}/${currency}/${interval}`] ?? "";
}

async function makeCustomer(tx: Tx, scope: Scope, story: CustomerStory): Promise<string> {
  const { tenantId } = scope;
  const { id } = await ensureCustomer(tx, scope, { customer: story.externalId, email: story.email });
  await tx.customer.update({ where: { tenantId_id: { tenantId, id } }, data: { name: story.name } });
  return id;
}

/** Through the card provider, as a tenant's back end would do it: what it says is what the subscription is. */
async function subscribeByCard(
  scope: DemoScope,
  catalog: SeededCatalog,
  { story, parts }: Pick<Subscriber, "story" | "parts">,
): Promise<Subscriber> {
  const { db, tenantId, now } = scope;
  const isOnTrial = story.status === "TRIALING";
  const anchor = firstDay(story, now);
  const then = scopeAt(scope, isOnTrial ? now : anchor);
  const customerId = await db.$transaction((tx) => makeCustomer(tx, then, story));
  // Who has had a trial elsewhere pays from the first day.
  if (!isOnTrial) await spendTrial(scope, catalog.productOf[story.plan] ?? "", customerId);
  const known = await db.subscription.findFirst({ where: { tenantId, customerId, provider: BY_CARD } });
  // Its invoice is copied after it was saved: an interrupted start may have come no further.
  if (known) await trySyncInvoices(scope, known.id);
  const { id } =
    known ??
    (await startSubscription(scope, {
      customer: customerId,
      plan_price_id: priceOf(catalog, story, story.plan),
      drivers: story.steps > 0 ? [{ feature_key: "seats", steps: story.steps }] : [],
      ...(isOnTrial ? {} : { cardprovider_test_card_token: "tok_visa" }),
    }));
  if (!isOnTrial && known?.createdAt.getTime() !== anchor.getTime()) {
    // Usher's row says since when they are customers; at the provider the subscription starts today.
    const key = { tenantId_id: { tenantId, id } };
    await db.$transaction(async (tx) => {
      const row = await tx.subscription.update({ where: key, data: { createdAt: anchor } });
      await tx.subscriptionTerms.deleteMany({ where: { tenantId, subscriptionId: id } });
      await writeParts(tx, scope, soldAs(story, row), parts);
    });
  }
  return { story, customerId, subscriptionId: id, anchor, parts };
}

async function spendTrial(scope: Scope, productId: string, customerId: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  const data = {
    tenantId,
    productId,
    trait: `customer:${customerId}`,
    subscriptionId: "before",
    createdAt: clock.now(),
  };
  await db.trialUse.createMany({ data: [data], skipDuplicates: true });
}

/** By invoice: our own rows are the truth. */
async function subscribeByInvoice(
  scope: DemoScope,
  catalog: SeededCatalog,
  { story, parts }: Pick<Subscriber, "story" | "parts">,
): Promise<Subscriber> {
  const { db, tenantId, now } = scope;
  const anchor = firstDay(story, now);
  const { externalId } = story;
  // Who left and came back has two, from different days.
  const known = await db.subscription.findFirst({
    where: { tenantId, customer: { externalId }, periodAnchor: anchor },
  });
  const row = known ?? (await createByInvoice(scope, catalog, { story, parts }));
  if (row.canceledAt === null && row.pendingPlanPriceId === null)
    await decide(scopeAt(scope, now), catalog, story, row.id);
  return { story, customerId: row.customerId, subscriptionId: row.id, anchor, parts };
}

/** Customer, subscription, terms and event: at once, so that an interrupted start leaves all of them or none. */
async function createByInvoice(
  scope: DemoScope,
  catalog: SeededCatalog,
  { story, parts }: Pick<Subscriber, "story" | "parts">,
) {
  const { db, tenantId } = scope;
  const data = await subscriptionByInvoice(scope, catalog, story);
  const then = scopeAt(scope, data.createdAt);
  return db.$transaction(async (tx) => {
    const customerId = await makeCustomer(tx, then, story);
    const row = await tx.subscription.create({ data: { ...data, customerId } });
    const drivers = (parts.at(-1)?.drivers ?? []).map(({ feature_id: featureId, steps }) => ({
      tenantId,
      subscriptionId: row.id,
      featureId,
      steps,
    }));
    if (drivers.length > 0) await tx.subscriptionDriver.createMany({ data: drivers });
    await writeParts(tx, scope, soldAs(story, row), parts);
    await recordStory(tx, { scope, then }, await getSubscriptionOrThrow(tx, then, row.id));
    return row;
  });
}

/** The events of its beginning, on its first day, and of what it has become since, on the day of that. */
async function recordStory(
  tx: Tx,
  { scope, then }: { scope: DemoScope; then: Scope },
  row: LoadedSubscription,
): Promise<void> {
  const { trialEnd, endedAt, pausedAt, pastDueSince } = row;
  const status = trialEnd === null ? "ACTIVE" : "TRIALING";
  const none = { canceledAt: null, endedAt: null, pausedAt: null, pastDueSince: null };
  const begun: LoadedSubscription = { ...row, ...none, status };
  await recordLife(tx, then, null, begun);
  if (row.status === status) return;
  const since = scopeAt(scope, endedAt ?? pausedAt ?? pastDueSince ?? trialEnd ?? scope.now);
  await recordLife(tx, since, { row: begun, view: await viewSubscription(tx, then, begun) }, row);
}

function soldAs(
  { currency, interval, provider }: CustomerStory,
  row: { id: string; customerId: string; periodAnchor: Date },
) {
  const { id: subscriptionId, customerId, periodAnchor: anchor } = row;
  return { subscriptionId, customerId, anchor, currency, interval, provider };
}

/** What the customer has decided for the end of the running period. */
async function decide(scope: Scope, catalog: SeededCatalog, story: CustomerStory, id: string): Promise<void> {
  const { next } = story;
  if (next === null) return;
  if (next === "leave") await cancelSubscription(scope, { id, at: "period_end" });
  else {
    const change = { id, plan_price_id: priceOf(catalog, story, next), effective: "period_end" };
    await changePlan(scope, ChangePlan.parse(change));
  }
}

/** The row of a subscription by invoice as its story has it, without its customer. */
async function subscriptionByInvoice(scope: DemoScope, catalog: SeededCatalog, story: CustomerStory) {
  const { tenantId, db, now } = scope;
  const planPriceId = priceOf(catalog, story, story.plan);
  const anchor = firstDay(story, now);
  const { trialDays } = await db.planPrice.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: planPriceId } },
  });
  const createdAt = addIntervals(anchor, "DAY", -trialDays);
  const endedAt = lastDay(story, now);
  const begun = lastPeriod(anchor, story.interval, endedAt ?? now);
  const { start, end } = begun ?? { start: createdAt, end: anchor };
  const isOwing = story.status === "PAST_DUE" || story.status === "UNPAID";
  return {
    tenantId,
    id: newId("subscription"),
    productId: catalog.productOf[story.plan] ?? "",
    planId: catalog.planIds[story.plan] ?? "",
    planPriceId,
    packId: packOf(catalog, story, story.plan),
    provider: BY_INVOICE,
    status: story.status,
    currentPeriodStart: start,
    currentPeriodEnd: end,
    periodAnchor: anchor,
    trialStart: trialDays > 0 ? createdAt : null,
    trialEnd: trialDays > 0 ? anchor : null,
    canceledAt: endedAt,
    endedAt,
    pastDueSince: isOwing ? addIntervals(start, "DAY", DAYS_TO_PAY) : null,
    pausedAt: story.status === "PAUSED" ? addIntervals(now, "DAY", -PAUSED_DAYS) : null,
    createdAt,
    updatedAt: now,
  } satisfies Omit<Prisma.SubscriptionUncheckedCreateInput, "customerId">;
}

/** The last period from the anchor that has begun before `until`; null when none has. */
function lastPeriod(anchor: Date, interval: CustomerStory["interval"], until: Date) {
  let last: { start: Date; end: Date } | null = null;
  for (let n = 0; addIntervals(anchor, interval, n) < until; n++)
    last = { start: addIntervals(anchor, interval, n), end: addIntervals(anchor, interval, n + 1) };
  return last;
}
