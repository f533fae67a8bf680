import { trySyncInvoices } from "../../server/domain/billing/invoices/try-sync-invoices.ts";
import { startSubscription } from "../../server/domain/billing/subscriptions/start/start-subscription.ts";
import { viewSubscription } from "../../server/domain/billing/subscriptions/view-subscription.ts";
import { getSubscriptionOrThrow } from "../../server/domain/billing/terms/load-subscription.ts";
import { ensureCustomer } from "../../server/domain/customers/ensure-customer.ts";
import { recordChange } from "../../server/domain/events/record-change.ts";
import { addIntervals } from "../../server/platform/calendar.ts";
import type { Prisma } from "../../server/platform/database/client/client.ts";
import { newId } from "../../server/platform/ids.ts";
import type { Scope, Tx } from "../../server/platform/scope.ts";
import type { DemoScope } from "./demo-scope.ts";
import type { SeededCatalog } from "./seed-catalog.ts";
import { type CustomerStory, customers } from "./story.ts";

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
}

/** The forty customers with their subscriptions. Those that are there already are left as they are. */
export async function seedCustomers(scope: DemoScope, catalog: SeededCatalog): Promise<Subscriber[]> {
  const isRealProvider = scope.config.stripe.secretKey !== undefined;
  const stories = customers();
  const byCard = stories.filter(({ provider }) => provider === "PROVIDER_A");
  const started = isRealProvider ? byCard.slice(0, FEW) : byCard;
  const subscribers: Subscriber[] = [];
  for (const [index, story] of stories.entries()) {
    scope.step(`customer ${index + 1} of ${stories.length}`);
    if (story.provider === "PROVIDER_B") subscribers.push(await subscribeByInvoice(scope, catalog, story));
    else if (started.includes(story)) subscribers.push(await subscribeByCard(scope, catalog, story));
  }
  return subscribers;
}

function priceOf(catalog: SeededCatalog, story: CustomerStory): string {
  return catalog.priceIds[`${story.plan}/${story.currency}/${story.interval}`] ?? "";
}

/** The day from which they pay: so many months, and days, before now. */
function firstDay({ now }: DemoScope, { since, sinceDays }: CustomerStory): Date {
  return addIntervals(addIntervals(now, "MONTH", -since), "DAY", -sinceDays);
}

async function makeCustomer(tx: Tx, scope: Scope, story: CustomerStory, createdAt: Date): Promise<string> {
  const { tenantId } = scope;
  const { id } = await ensureCustomer(tx, scope, { customer: story.externalId, email: story.email });
  await tx.customer.update({
    where: { tenantId_id: { tenantId, id } },
    data: { name: story.name, createdAt },
  });
  return id;
}

/** The subscription that an earlier start has given the customer; null without one. */
function findSubscription({ tenantId, db }: Scope, customerId: string) {
  return db.subscription.findFirst({ where: { tenantId, customerId } });
}

/** Through the card provider, as a tenant's back end would do it: what it says is what the subscription is. */
async function subscribeByCard(
  scope: DemoScope,
  catalog: SeededCatalog,
  story: CustomerStory,
): Promise<Subscriber> {
  const anchor = firstDay(scope, story);
  const customerId = await scope.db.$transaction((tx) => makeCustomer(tx, scope, story, anchor));
  // Who has had a trial elsewhere pays from the first day.
  const productId = catalog.productOf[story.plan] ?? "";
  if (story.status === "ACTIVE") await spendTrial(scope, productId, customerId);
  const card = story.status === "TRIALING" ? {} : { cardprovider_test_card_token: "tok_visa" };
  const known = await findSubscription(scope, customerId);
  // Its invoice is copied after it was saved: an interrupted start may have come no further.
  if (known) await trySyncInvoices(scope, known.id);
  const { id } =
    known ??
    (await startSubscription(scope, {
      customer: customerId,
      plan_price_id: priceOf(catalog, story),
      ...card,
    }));
  if (story.status === "ACTIVE") {
    // Usher's row says since when they are customers; at the provider the subscription starts today.
    const key = { tenantId_id: { tenantId: scope.tenantId, id } };
    await scope.db.subscription.update({ where: key, data: { createdAt: anchor } });
    await sellSince(scope, id, anchor);
  }
  return { story, customerId, subscriptionId: id, anchor };
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
  story: CustomerStory,
): Promise<Subscriber> {
  const { tenantId, db } = scope;
  const anchor = firstDay(scope, story);
  const customer = await db.customer.findUnique({
    where: { tenantId_externalId: { tenantId, externalId: story.externalId } },
  });
  const known = customer && (await findSubscription(scope, customer.id));
  const row =
    known ?? (await createByInvoice(scope, await subscriptionByInvoice(scope, catalog, story), story));
  await sellSince(scope, row.id, anchor, row.pausedAt);
  return { story, customerId: row.customerId, subscriptionId: row.id, anchor };
}

/** Customer, subscription and event: at once, so that an interrupted start leaves all of them or none. */
function createByInvoice(scope: DemoScope, data: ByInvoice, story: CustomerStory) {
  return scope.db.$transaction(async (tx) => {
    const customerId = await makeCustomer(tx, scope, story, data.createdAt);
    const row = await tx.subscription.create({ data: { ...data, customerId } });
    const after = await viewSubscription(tx, scope, await getSubscriptionOrThrow(tx, scope, row.id));
    await recordChange(tx, scope, {
      type: "subscription.created",
      objectType: "subscription",
      objectId: row.id,
      after,
    });
    return row;
  });
}

/** The terms begin with the running period: puts their beginning to the day from which the customer pays. */
async function sellSince(
  { tenantId, db }: Scope,
  subscriptionId: string,
  from: Date,
  pausedAt: Date | null = null,
): Promise<void> {
  const [first] = await db.subscriptionTerms.findMany({
    where: { tenantId, subscriptionId },
    orderBy: { fromAt: "asc" },
  });
  if (!first || first.fromAt <= from) return;
  const where = { tenantId_id: { tenantId, id: first.id } };
  await db.$transaction(async (tx) => {
    await tx.subscriptionTerms.update({ where, data: { fromAt: pausedAt ?? from } });
    if (!pausedAt) return;
    const { drivers, ...paid } = { ...first, collecting: "PAID", toAt: pausedAt } as const;
    const id = newId("subscriptionTerms");
    await tx.subscriptionTerms.create({ data: { ...paid, id, fromAt: from, drivers: drivers ?? [] } });
  });
}

type ByInvoice = Awaited<ReturnType<typeof subscriptionByInvoice>>;

/** The row of a subscription by invoice as its story has it, without its customer. */
async function subscriptionByInvoice(scope: DemoScope, catalog: SeededCatalog, story: CustomerStory) {
  const { tenantId, db, now } = scope;
  const planPriceId = priceOf(catalog, story);
  const anchor = firstDay(scope, story);
  const { trialDays } = await db.planPrice.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: planPriceId } },
  });
  const createdAt = addIntervals(anchor, "DAY", -trialDays);
  const leftAt = story.leftDaysAgo === null ? anchor : addIntervals(now, "DAY", -story.leftDaysAgo);
  const endedAt = story.status === "CANCELED" ? leftAt : null;
  const begun = lastPeriod(anchor, story.interval, endedAt ?? now);
  const { start, end } = begun ?? { start: createdAt, end: anchor };
  const isOwing = story.status === "PAST_DUE" || story.status === "UNPAID";
  const isOlder = story.plan === "fleet" && story.since > 6;
  return {
    tenantId,
    id: newId("subscription"),
    productId: catalog.productOf[story.plan] ?? "",
    planId: catalog.planIds[story.plan] ?? "",
    planPriceId,
    packId: isOlder ? catalog.oldPackIds[story.plan] : catalog.packIds[story.plan],
    provider: "PROVIDER_B",
    status: story.status,
    currentPeriodStart: start,
    currentPeriodEnd: end,
    periodAnchor: anchor,
    trialEnd: trialDays > 0 ? anchor : null,
    canceledAt: endedAt,
    endedAt,
    pastDueSince: isOwing ? addIntervals(start, "DAY", DAYS_TO_PAY) : null,
    pausedAt: story.status === "PAUSED" ? addIntervals(now, "DAY", -9) : null,
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
