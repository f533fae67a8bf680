import { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import { codeOf } from "../../../../errors/catalogue.ts";
import type { ProviderOperation } from "../../../../platform/database/client/client.ts";
import { newId } from "../../../../platform/ids.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { WAITS_FOR_CARDHOLDER } from "../../../../providers/operation-failures.ts";
import type { CardProvider, ProviderSubscription } from "../../../../providers/port.ts";
import { requireNotArchived } from "../../../catalog/for-sale.ts";
import { getPackWithEntitlements, getPlanPriceOrThrow } from "../../../catalog/load-plan-price.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { ensureCustomerWithEmail } from "../../../customers/ensure-customer.ts";
import { getCustomerOrThrow } from "../../../customers/find-customer.ts";
import { ensureProviderCustomer } from "../../../customers/provider-customer.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { keyAfter, type Lost, makeMissingAnew } from "../../../tenants/provider/make-missing-anew.ts";
import { requirePresent } from "../../../tenants/provider/provider-references.ts";
import { trySyncInvoices } from "../../invoices/try-sync-invoices.ts";
import { findLiveSubscriptions, getSubscriptionOrThrow } from "../../terms/load-subscription.ts";
import { providerItemsOf } from "../change/stored-change.ts";
import {
  findLiveOther,
  finishDuplicate,
  isUniqueViolation,
  resolveConflict,
} from "../duplicate-subscriptions.ts";
import { closeSupersededSoon } from "../open-checkouts.ts";
import type { Subscription } from "../schema.ts";
import {
  beginOperation,
  claimOperation,
  completeOperation,
  endIfRefused,
  failOperation,
  findOwnOperation,
  isRefusedForGood,
  withLease,
} from "../sync/provider-operations.ts";
import { saveNewSubscription } from "../sync/save-subscription.ts";
import { viewSubscription } from "../view-subscription.ts";
import { chooseDrivers } from "./choose-drivers.ts";
import { decideTerms, type Work } from "./decide-start-terms.ts";
import { findStartTerms } from "./find-start-terms.ts";
import { findStartPromotion, redeeming } from "./look-up-promotion-code.ts";
import { consumeTerms, retryIfTaken } from "./promised-terms.ts";
import { policiesOf } from "./provider-policies.ts";
import { requireCard } from "./require-card.ts";
import { MANUAL_START, StartOperation } from "./start-operation.ts";
import type { StartSubscription } from "./start-subscription-schema.ts";
import { syncConfirmed } from "./sync-started.ts";
import { hasHadTrial, keepTrialUse, trialTraits } from "./trials.ts";

type Input = z.output<typeof StartSubscription> & {
  drivers?: { feature_key: string; steps: number }[] | undefined;
  promotion_code?: string | undefined;
};

/**
 * docs/interface.md 4.1: attaches an already verified payment method and starts a subscription. Safe under concurrency (one live subscription per
 * customer and product) and after a crash between the provider's commit and ours (the next call, or the recovery job, finds what was done
 * and finishes it). The same request under the same Idempotency-Key finds the operation that it began and returns its result. Nothing
 * remains when the first payment fails.
 */
export function startSubscription(scope: Scope, input: Input): Promise<z.output<typeof Subscription>> {
  const { promotion_code: code } = input;
  return redeeming(
    code,
    () => retryIfTaken(() => start(scope, input)),
    async () => {
      const customer = await getCustomerOrThrow(scope.db, scope, input.customer);
      const { currency } = await getPlanPriceOrThrow(scope, input.plan_price_id);
      await findStartPromotion(scope, await cardProviderOf(scope), { customer, currency, code });
    },
  );
}

async function start(scope: Scope, input: Input): Promise<z.output<typeof Subscription>> {
  const own = await finishOwnStart(scope);
  if (own) return own;
  const price = await getPlanPriceOrThrow(scope, input.plan_price_id);
  requireNotArchived(price);
  const provider = await cardProviderOf(scope);
  const card = cardOf(input, provider);

  const customer = await scope.db.$transaction((tx) => ensureCustomerWithEmail(tx, scope, input));
  const confirmed = await syncConfirmed(scope, customer.id, price.plan.productId);
  if (confirmed !== null) {
    const row = await getSubscriptionOrThrow(scope.db, scope, confirmed);
    if (row.planPriceId === price.id) return viewSubscription(scope.db, scope, row);
  }
  await refuseSecond(scope, customer.id, price.plan.productId);
  const { grantId, trialDays, pack } = await findStartTerms(scope, customer.id, price);
  if (!pack) throw new ApiError("plan_not_published");
  const mayTry =
    trialDays > 0 && !(await hasHadTrial(scope, price.plan.productId, trialTraits(customer, null)));
  const hasCard = card.paymentMethodId !== null || card.testCardToken !== null;
  const drivers = chooseDrivers(pack, input.drivers ?? []);
  if (!hasCard) requireCard({ price, pack, drivers }, mayTry);

  const stored: StartOperation = {
    planPriceId: price.id,
    packId: pack.id,
    grantId,
    trialDays,
    drivers: drivers.map(({ featureId, steps }) => ({ featureId, steps })),
    promotionCodeId: await findStartPromotion(scope, provider, {
      customer,
      currency: price.currency,
      code: input.promotion_code,
    }),
    taxBehavior: (await policiesOf(scope)).taxBehavior,
    ...card,
    terms: null,
  };
  const begun = await beginOperation(scope, {
    kind: "START",
    customerId: customer.id,
    productId: price.plan.productId,
    subscriptionId: newId("subscription"),
    input: stored,
    grantId,
  });
  const { operation } = begun;
  if (begun.state === "running") throw new ApiError("subscription_change_in_progress");
  if (begun.state === "abandoned") {
    await recoverStart(scope, operation);
    // The outcome is now in the database: the sale that its caller was told to send again, or another one to start over with.
    const finished = await findFinished(scope, operation, stored);
    return finished ?? startSubscription(scope, input);
  }
  // Another start may have finished between our check and our claim, or another account have been connected.
  try {
    await requirePresent(scope.db, scope, provider);
    await refuseSecond(scope, customer.id, price.plan.productId);
  } catch (error) {
    await failOperation(scope, operation, error);
    throw error;
  }
  return carryOut(scope, { operation, stored, provider, customer, price, pack });
}

/** What a start that was interrupted has sold, where it is what this one asks for; null otherwise. */
async function findFinished(
  scope: Scope,
  { id, subscriptionId }: ProviderOperation,
  { planPriceId, drivers, promotionCodeId }: StartOperation,
): Promise<z.output<typeof Subscription> | null> {
  const { tenantId, db } = scope;
  const { status, input } = await db.providerOperation.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
  });
  const sold = StartOperation.safeParse(input);
  if (status !== "SUCCEEDED" || !sold.success) return null;
  const text = (sale: Pick<StartOperation, "planPriceId" | "drivers" | "promotionCodeId">) =>
    JSON.stringify([sale.planPriceId, sale.drivers, sale.promotionCodeId]);
  if (text(sold.data) !== text({ planPriceId, drivers, promotionCodeId })) return null;
  return viewSubscription(db, scope, await getSubscriptionOrThrow(db, scope, subscriptionId));
}

/** The card that the start is to use, of which there may be one at most. Throws one_payment_method_required or test_card_in_live_mode. */
function cardOf(
  input: Input,
  provider: CardProvider,
): { paymentMethodId: string | null; testCardToken: string | null } {
  const card = {
    paymentMethodId: input.cardprovider_payment_method_id ?? null,
    testCardToken: input.cardprovider_test_card_token ?? null,
  };
  if (card.paymentMethodId !== null && card.testCardToken !== null)
    throw new ApiError("one_payment_method_required");
  if (card.testCardToken !== null && !provider.isTestMode) throw new ApiError("test_card_in_live_mode");
  return card;
}

async function refuseSecond(scope: Scope, customerId: string, productId: string): Promise<void> {
  const live = await findLiveSubscriptions(scope.db, scope, customerId);
  const second = live.find((subscription) => subscription.productId === productId);
  if (second) throw secondLive(second.id);
}

function secondLive(subscriptionId: string | null): ApiError {
  return new ApiError("subscription_exists", { details: { subscription_id: subscriptionId } });
}

/** Declines of a card: the same request gets the same answer, and the card is not charged again. */
const CARD_REFUSALS = ["card_declined", "payment_method_invalid"] as const;

/**
 * The outcome of the start that this request began before it was retried; finishes the start when it was interrupted. null when the request
 * began none, or one that ended before any provider call. Throws subscription_change_in_progress.
 */
export async function finishOwnStart(scope: Scope): Promise<z.output<typeof Subscription> | null> {
  const operation = await findOwnOperation(scope, "START");
  if (!operation) return null;
  const { status, failureCode, failureDetails, subscriptionId } = operation;
  if (status === "SUCCEEDED")
    return viewSubscription(scope.db, scope, await getSubscriptionOrThrow(scope.db, scope, subscriptionId));
  if (status === "FAILED") {
    const refusal = CARD_REFUSALS.find((name) => codeOf(name) === failureCode);
    const details = z.record(z.string(), z.unknown()).nullable().parse(failureDetails) ?? {};
    if (refusal) throw new ApiError(refusal, { details: { reason: "the bank gave no reason", ...details } });
    // The cardholder may have confirmed since; otherwise the provider returns the confirmation's secret again.
    return failureCode === WAITS_FOR_CARDHOLDER ? finishStart(scope, operation) : null;
  }
  const taken = await claimOperation(scope, operation.id);
  if (!taken) throw new ApiError("subscription_change_in_progress");
  if (isManual(taken.input)) {
    await recoverStart(scope, taken);
    return null;
  }
  return finishStart(scope, taken);
}

/** Calls the provider, outside any transaction, then saves the result. */
async function carryOut(scope: Scope, work: Work): Promise<z.output<typeof Subscription>> {
  const { operation } = work;
  const started = await inLease(scope, work);
  await trySyncInvoices(scope, operation.subscriptionId);
  return started;
}

async function inLease(scope: Scope, work: Work): Promise<z.output<typeof Subscription>> {
  const { operation } = work;
  try {
    return await withLease(scope, operation, async () =>
      saveStarted(scope, work, await askProvider(scope, work)),
    );
  } catch (error) {
    await failOperation(scope, operation, error);
    throw error;
  }
}

function askProvider(scope: Scope, work: Work): Promise<Started> {
  // Terms are stored before the call that sells: without them no attempt has reached it. With them it is looked for first.
  const attempt = work.stored.terms === null ? "FIRST" : "REPEATED";
  return endIfRefused(attempt, () => makeMissingAnew(scope, (lost) => askOnce(scope, work, lost)));
}

async function askOnce(scope: Scope, work: Work, lost: Lost): Promise<Started> {
  const { operation, stored, provider, price, customer } = work;
  const { currency } = price;
  const { trialEndsWithoutCard, hasAutomaticTax } = await policiesOf(scope);
  const customerId = await ensureProviderCustomer(scope, provider, customer, { currency, lost });
  const inTime = await withCustomerClock(scope.db, scope, customer);
  const terms = await decideTerms(inTime, work, customerId);
  const remote =
    (await findStarted(work, customerId)) ??
    (await provider.startSubscription({
      idempotencyKey: keyAfter(operation.id, lost),
      tenantId: scope.tenantId,
      subscriptionId: operation.subscriptionId,
      customerId,
      paymentMethodId: terms.paymentMethodId,
      items: await providerItemsOf(scope, provider, { ...stored, planId: price.planId }, stored.taxBehavior),
      trialEnd: terms.trialEnd === null ? null : new Date(terms.trialEnd),
      promotionCodeId: stored.promotionCodeId,
      trialEndsWithoutCard,
      hasAutomaticTax,
    }));
  return { remote, terms, inTime };
}

interface Started {
  remote: ProviderSubscription;
  terms: NonNullable<StartOperation["terms"]>;
  inTime: Scope;
}

/**
 * Saves the subscription once: the provider's callback or the recovery job may have saved it in the meantime. A second live one of the
 * product, from a checkout page for example, is ended and refunded. Throws subscription_exists.
 */
async function saveStarted(
  scope: Scope,
  work: Work,
  { remote, terms, inTime }: Started,
): Promise<z.output<typeof Subscription>> {
  const { operation, stored, customer, price, pack } = work;
  const { db } = scope;
  const id = operation.subscriptionId;
  const { productId } = price.plan;
  const sold = { subscriptionId: id, customerId: customer.id, productId };
  // A retry must not save a subscription that was ended as a duplicate.
  if (await finishDuplicate(scope, remote.id)) throw secondLive(await findLiveOther(scope, sold));
  try {
    const view = await db.$transaction(async (tx) => {
      const { drivers } = stored;
      const sale = { subscriptionId: id, customerId: customer.id, price, packId: pack.id, drivers };
      const row = await saveNewSubscription(tx, inTime, sale, remote);
      if (remote.trialEnd) await keepTrialUse(tx, scope, productId, row.id, terms.traits);
      await consumeTerms(tx, scope, stored.grantId, row.id);
      await completeOperation(tx, scope, operation);
      return viewSubscription(tx, scope, row);
    });
    await closeSupersededSoon(scope, sold);
    return view;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const settled = await resolveConflict(scope, remote, sold);
    if (settled === "FREE") return saveStarted(scope, work, { remote, terms, inTime });
    if (settled !== "SAVED") throw secondLive(settled.existing);
    return viewSubscription(db, scope, await getSubscriptionOrThrow(db, scope, id));
  }
}

/** Only a retry can find something: before the first attempt there is nothing at the provider. */
async function findStarted(
  { operation, stored, provider }: Work,
  customerId: string,
): Promise<ProviderSubscription | null> {
  if (stored.terms === null) return null;
  const found = await provider.findSubscription({ customerId, subscriptionId: operation.subscriptionId });
  return found && found.status !== "INCOMPLETE" ? found : null;
}

function isManual(input: unknown): boolean {
  return z.object({ provider: z.literal(MANUAL_START.provider) }).safeParse(input).success;
}

/**
 * Finishes a start that a crash interrupted: checks at the provider what was done, does the rest, and saves the result. A decline
 * by the provider ends the operation and is not a failure of the recovery.
 */
export async function recoverStart(scope: Scope, operation: ProviderOperation): Promise<void> {
  // Its only transaction did not commit, so that nothing was done.
  if (isManual(operation.input)) return failOperation(scope, operation, secondLive(operation.subscriptionId));
  try {
    await finishStart(scope, operation);
  } catch (error) {
    if (!isRefusedForGood(operation, error)) throw error;
  }
}

/** Finishes an operation whose lease we hold. Throws what the start throws, and K7xxx. */
async function finishStart(
  scope: Scope,
  operation: ProviderOperation,
): Promise<z.output<typeof Subscription>> {
  const stored = StartOperation.parse(operation.input);
  const { tenantId, db } = scope;
  try {
    const [price, customer, provider] = await Promise.all([
      getPlanPriceOrThrow(scope, stored.planPriceId),
      db.customer.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: operation.customerId } } }),
      cardProviderOf(scope),
    ]);
    const pack = await getPackWithEntitlements(db, scope, stored.packId);
    if (!pack) throw new ApiError("plan_not_published");
    return await carryOut(scope, { operation, stored, provider, customer, price, pack });
  } catch (error) {
    await failOperation(scope, operation, error);
    throw error;
  }
}
