import { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import type { ProviderOperation } from "../../../../platform/database/client/client.ts";
import { eachOrLog } from "../../../../platform/each-or-log.ts";
import { NEXT_VERSION } from "../../../../platform/read-then-save.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import type {
  CardProvider,
  PriceItem,
  ProviderChange,
  ProviderSubscription,
  TaxBehavior,
} from "../../../../providers/port.ts";
import { getPackWithEntitlements, getPlanPriceOrThrow } from "../../../catalog/get-plan-price.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { keyAfter, type Lost, makeMissingAnew } from "../../../tenants/provider/make-missing-anew.ts";
import { trySyncInvoices } from "../../invoices/try-sync-invoices.ts";
import { sendWaiting } from "../../periods/send-waiting.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import {
  beginOperation,
  completeOperation,
  endIfRefused,
  failOperation,
  isRefusedForGood,
  type Standing,
  withLease,
} from "../sync/provider-operations.ts";
import { ensureProviderItems } from "../sync/provider-prices.ts";
import { syncedColumns } from "../sync/save-subscription.ts";
import { trySync } from "../sync/sync-subscription.ts";
import { unlessEnded } from "../sync/unless-ended.ts";
import { lockSubscription } from "../update-subscription.ts";
import { applyPlan, StoredPlan } from "./apply-plan.ts";
import { type PlanChange, preparePlanChange } from "./plan-change.ts";
import { creditsOf, priceChange } from "./price-change.ts";
import { consumeQuote } from "./quotes.ts";
import { requireUseful } from "./require-useful.ts";

const Stored = StoredPlan.extend({
  prorationDate: z.iso.datetime(),
  /** Whether a new period begins at the full price, because the running one is not owed. */
  isAnew: z.boolean().default(false),
  /** The items that it charges anew; absent in changes that a version before stored. */
  items: z.array(z.string()).optional(),
  /** What is given back for time that was paid without a card, before the subscription moved. */
  unused: z
    .array(
      z.object({
        description: z.string(),
        amount: z.string(),
        start: z.iso.datetime(),
        end: z.iso.datetime(),
      }),
    )
    .default([]),
  /** The provider's id of a promotion code; null without one. */
  promotionCodeId: z.string().nullable().default(null),
  /** The same as it was typed. */
  promotionCode: z.string().nullable().default(null),
  /** When the period after the change begins; absent in changes that a version before stored. */
  nextAt: z.iso.datetime().nullable().default(null),
  /** The quote whose price it must have; null without one. */
  quote: z.object({ id: z.string(), total: z.string(), amountDue: z.string() }).nullable().default(null),
});
type Stored = z.output<typeof Stored>;

interface Order {
  change: PlanChange;
  prorationDate: Date;
  quote: { id: string; total: bigint; amountDue: bigint } | null;
  /** The provider's id of a promotion code, and the code as it was typed. */
  promotion: { id: string; code: string } | null;
}

/** The result: done, or "again" when an abandoned change was finished first. */
export type ChangeResult = "done" | "again";

/**
 * Moves a subscription of the card provider to other prices at once. The provider prorates to the second and charges at once;
 * a failed charge changes nothing. With a quote it charges exactly that or refuses (K6011). Safe after a crash: the next call,
 * or the recovery job, finds what was done and finishes it; it then returns "again". The invoice is saved with it.
 * K6007 another change is in progress, K6009–K6011, K7xxx.
 */
export async function changeCardPlan(
  scope: Scope,
  subscription: LoadedSubscription,
  { change, prorationDate, quote, promotion }: Order,
): Promise<ChangeResult> {
  const priced = await priceChange(scope.db, scope, subscription, change, prorationDate);
  const stored: Stored = {
    ...storedPlan(change),
    prorationDate: prorationDate.toISOString(),
    promotionCodeId: promotion?.id ?? null,
    promotionCode: promotion?.code ?? null,
    nextAt: priced.period.end.toISOString(),
    isAnew: priced.isNotOwed,
    items: priced.items,
    unused: creditsOf(priced).map(({ amount, start, end, description }) => ({
      ...{ description, amount: `${amount}` },
      ...{ start: start.toISOString(), end: end.toISOString() },
    })),
    quote: quote && { id: quote.id, total: `${quote.total}`, amountDue: `${quote.amountDue}` },
  };
  const begun = await beginOperation(scope, {
    kind: "CHANGE_PLAN",
    customerId: subscription.customerId,
    productId: subscription.productId,
    subscriptionId: subscription.id,
    input: stored,
  });
  if (begun.state === "running") throw new ApiError("K6007");
  if (begun.state === "abandoned") {
    await recoverChange(scope, begun.operation);
    return "again";
  }
  await carryOut(scope, begun.operation, stored, "NOTHING");
  return "done";
}

/** The stored form of a change. */
export function storedPlan({ price, pack, drivers }: PlanChange): StoredPlan {
  const steps = drivers.map(({ featureId, steps }) => ({ featureId, steps }));
  return { planPriceId: price.id, planId: price.planId, packId: pack.id, drivers: steps };
}

async function carryOut(
  scope: Scope,
  operation: ProviderOperation,
  stored: Stored,
  standing: Standing,
): Promise<void> {
  try {
    const subscription = await getSubscriptionOrThrow(scope.db, scope, operation.subscriptionId);
    const provider = await cardProviderOf(scope);
    await withLease(scope, operation, async () => {
      const remote = await endIfRefused(standing, () =>
        unlessEnded(scope, subscription.id, () =>
          askProvider(scope, { operation, stored, provider, subscription }),
        ),
      );
      await save(scope, { operation, stored, remote, version: subscription.syncVersion });
    });
  } catch (error) {
    await failOperation(scope, operation, error);
    throw error;
  }
  await trySyncInvoices(scope, operation.subscriptionId);
}

interface Ask {
  operation: ProviderOperation;
  stored: Stored;
  provider: CardProvider;
  subscription: LoadedSubscription;
}

function askProvider(scope: Scope, ask: Ask): Promise<ProviderSubscription> {
  return makeMissingAnew(scope, (lost) => askOnce(scope, ask, lost));
}

async function askOnce(scope: Scope, ask: Ask, lost: Lost): Promise<ProviderSubscription> {
  const { operation, stored, provider, subscription } = ask;
  const id = subscription.providerSubscriptionId;
  if (id === null) throw new ApiError("K6003", { details: { status: subscription.status } });
  // The invoice of the change takes what waits along, as the quote says.
  await sendWaiting(scope, subscription.id);
  const items = await itemsOf(scope, provider, stored, subscription.taxBehavior);
  const prorationDate = new Date(stored.prorationDate);
  const { isAnew, promotionCodeId, promotionCode: code, nextAt } = stored;
  const unused = stored.unused.map(({ description, amount, start, end }) => ({
    ...{ description, amount: BigInt(amount) },
    ...{ start: new Date(start), end: new Date(end) },
  }));
  const wanted = { id, items, prorationDate, isAnew, promotionCodeId, unused };
  const isUnderWay = (await isDone(provider, id, items)) || (await isWaiting(provider, wanted));
  if (code !== null && nextAt !== null && !isUnderWay) {
    const period = { ...wanted, at: prorationDate, startsAt: new Date(nextAt), isAtOnce: true };
    await requireUseful(provider, { wanted, period, code });
  }
  if (stored.quote && !isUnderWay) {
    const { total, amountDue } = await provider.previewChange(wanted);
    if (`${total}` !== stored.quote.total || `${amountDue}` !== stored.quote.amountDue)
      throw new ApiError("K6011");
  }
  const idempotencyKey = keyAfter(operation.id, lost);
  return provider.changeSubscription({ idempotencyKey, ...wanted });
}

/** The provider's prices of a stored change; a subscription keeps what its own say of taxes. */
export async function itemsOf(
  scope: Scope,
  provider: CardProvider,
  plan: StoredPlan,
  taxBehavior: TaxBehavior | null,
): Promise<PriceItem[]> {
  const [price, pack] = await Promise.all([
    getPlanPriceOrThrow(scope, plan.planPriceId),
    getPackWithEntitlements(scope.db, scope, plan.packId),
  ]);
  if (!pack) throw new ApiError("K5010");
  const drivers = plan.drivers.map(({ featureId, steps }) => {
    const entitlement = pack.entitlements.find((candidate) => candidate.featureId === featureId);
    return { featureId, featureKey: entitlement?.feature.key ?? featureId, steps };
  });
  return ensureProviderItems(scope, provider, { price, pack, drivers, taxBehavior });
}

/** After a crash between the provider's commit and ours the provider already has the change, and charges nothing more. */
async function isDone(provider: CardProvider, id: string, wanted: PriceItem[]): Promise<boolean> {
  const remote = await provider.readSubscription(id);
  return remote !== null && isOfItems(remote, wanted);
}

/**
 * Whether exactly this change already waits for its cardholder, at the price of its quote. Another waiting change is dropped
 * first, because it may have reserved credit of the customer that counts towards the price of this one.
 */
async function isWaiting(
  provider: CardProvider,
  change: Omit<ProviderChange, "idempotencyKey">,
): Promise<boolean> {
  return (await provider.dropUnpaidChange(change)) === "waiting";
}

function isOfItems(remote: ProviderSubscription, wanted: PriceItem[]): boolean {
  const text = (items: PriceItem[]) =>
    items
      .map(({ priceId, quantity }) => `${priceId}=${quantity}`)
      .sort()
      .join();
  return text(remote.items) === text(wanted);
}

interface Answer {
  operation: ProviderOperation;
  stored: Stored;
  remote: ProviderSubscription;
  /** Our row's sync version before the provider was asked. */
  version: number;
}

/**
 * Saves a change with the provider's answer. When our row was synced meanwhile, the answer may be older: the provider is read again, and
 * a failure of that does not undo the change.
 */
async function save(scope: Scope, { operation, stored, remote, version }: Answer): Promise<void> {
  const id = operation.subscriptionId;
  const isSynced = await scope.db.$transaction(async (tx) => {
    const current = await lockSubscription(tx, scope, id);
    // A confirmed payment is found by the provider's callback and by the next call: the second one changes nothing, nor does a change
    // that a later one has replaced.
    const last = await lastMade(tx, scope, id);
    if (last !== null && last.id >= operation.id) return true;
    const isNewest = current.syncVersion === version;
    const columns = isNewest ? { ...syncedColumns(scope, remote, current), ...NEXT_VERSION } : {};
    await applyPlan(tx, scope, current, stored, new Date(stored.prorationDate), columns);
    if (stored.quote) await consumeQuote(tx, scope, stored.quote.id);
    await completeOperation(tx, scope, operation);
    return isNewest;
  });
  if (!isSynced) await trySync(scope, id);
}

/** The newest requested change; null before the first. */
export function newestChange(
  db: Tx,
  { tenantId }: Scope,
  subscriptionId: string,
): Promise<ProviderOperation | null> {
  const where = { tenantId, subscriptionId, kind: "CHANGE_PLAN" } as const;
  return db.providerOperation.findFirst({ where, orderBy: { id: "desc" } });
}

/** The newest change that was made; null before the first. */
function lastMade(db: Tx, { tenantId }: Scope, subscriptionId: string): Promise<ProviderOperation | null> {
  const where = { tenantId, subscriptionId, kind: "CHANGE_PLAN", status: "SUCCEEDED" } as const;
  return db.providerOperation.findFirst({ where, orderBy: { id: "desc" } });
}

/**
 * Saves a change that waited for its cardholder (K7002) and has been confirmed since, also where another one was asked for at that moment
 * and now runs or waits. One that is still unconfirmed, or that a later change has replaced, changes nothing. K7xxx.
 */
export async function syncConfirmedChange(scope: Scope, subscriptionId: string): Promise<void> {
  const { tenantId, db } = scope;
  const last = await lastMade(db, scope, subscriptionId);
  const waiting = await db.providerOperation.findMany({
    where: {
      ...{ tenantId, subscriptionId, kind: "CHANGE_PLAN", status: "FAILED", failureCode: "K7002" },
      ...(last && { id: { gt: last.id } }),
    },
    orderBy: { id: "desc" },
  });
  if (waiting.length === 0) return;
  const subscription = await getSubscriptionOrThrow(db, scope, subscriptionId);
  if (subscription.providerSubscriptionId === null || subscription.status === "CANCELED") return;
  const provider = await cardProviderOf(scope);
  const remote = await provider.readSubscription(subscription.providerSubscriptionId);
  if (!remote) return;
  const newest = await newestChange(db, scope, subscriptionId);
  for (const operation of waiting) {
    const stored = await readStored(scope, operation);
    if (isPresent(subscription, stored)) continue;
    const items = await itemsOf(scope, provider, stored, subscription.taxBehavior);
    if (!isOfItems(remote, items)) continue;
    // Of a later change that waits there the prices are not touched.
    if (newest?.id === operation.id) await provider.removeEmptyItems(remote.id);
    await save(scope, { operation, stored, remote, version: subscription.syncVersion });
    return;
  }
}

/**
 * The same for all changes that were asked for since a time, in case callbacks were lost. Returns how many subscriptions could not be
 * read.
 */
export async function syncConfirmedChangesSince(scope: Scope, since: Date): Promise<number> {
  const { tenantId, db } = scope;
  const waiting = await db.providerOperation.findMany({
    where: {
      ...{ tenantId, kind: "CHANGE_PLAN", status: "FAILED", failureCode: "K7002", createdAt: { gte: since } },
    },
    select: { subscriptionId: true },
    distinct: ["subscriptionId"],
  });
  const ids = waiting.map(({ subscriptionId }) => subscriptionId);
  return eachOrLog(scope, ids, (id) => syncConfirmedChange(scope, id), {
    failure: "a change that waits for its cardholder could not be read yet",
    name: (subscription_id) => ({ subscription_id }),
  });
}

/** Whether a subscription has what a change brings already. */
function isPresent(row: LoadedSubscription, { planPriceId, packId, drivers }: Stored): boolean {
  const text = (all: { featureId: string; steps: number }[]) =>
    all
      .map(({ featureId, steps }) => `${featureId}=${steps}`)
      .sort()
      .join();
  return (
    row.planPriceId === planPriceId && (row.packId ?? "") === packId && text(row.drivers) === text(drivers)
  );
}

/** Finishes a change that a crash interrupted; the provider's idempotency key makes it one change. */
export async function recoverChange(scope: Scope, operation: ProviderOperation): Promise<void> {
  try {
    await carryOut(scope, operation, await readStored(scope, operation), "NOT_SHOWN");
  } catch (error) {
    if (!isRefusedForGood(operation, error)) throw error;
  }
}

/** Rows that were written before packs and drivers were stored with a change name only the price. */
export async function readStored(scope: Scope, operation: ProviderOperation): Promise<Stored> {
  const known = Stored.safeParse(operation.input);
  if (known.success) return known.data;
  const old = z.object({ planPriceId: z.string(), prorationDate: z.iso.datetime() }).parse(operation.input);
  const subscription = await getSubscriptionOrThrow(scope.db, scope, operation.subscriptionId);
  const change = await preparePlanChange(scope, subscription, { plan_price_id: old.planPriceId });
  if (!change) throw new ApiError("K6015");
  return {
    ...storedPlan(change),
    prorationDate: old.prorationDate,
    isAnew: false,
    unused: [],
    promotionCodeId: null,
    promotionCode: null,
    nextAt: null,
    quote: null,
  };
}
