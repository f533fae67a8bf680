import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { newId } from "../../../platform/ids.ts";
import { priceAt } from "../../../platform/schema/interval.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { CardProvider, CheckoutItem } from "../../../providers/port.ts";
import {
  getPlanPriceOrThrow,
  type PackWithEntitlements,
  type PlanPriceWithPlan,
} from "../../catalog/get-plan-price.ts";
import { ensureCustomerWithEmail } from "../../customers/ensure-customer.ts";
import { ensureProviderCustomer } from "../../customers/provider-customer.ts";
import { recordChange } from "../../events/record-change.ts";
import { getTenant } from "../../tenants/get-tenant.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { syncFromProvider } from "../provider-events/process-event.ts";
import { closeSuperseded, supersedeCheckouts } from "../subscriptions/open-checkouts.ts";
import { chooseDrivers, maxSteps } from "../subscriptions/start/choose-drivers.ts";
import { findStartTerms } from "../subscriptions/start/customer-grants.ts";
import { policiesOf } from "../subscriptions/start/provider-policies.ts";
import { hasHadTrial, trialTraits } from "../subscriptions/start/trials.ts";
import { type DriverChoice, ensureProviderItems } from "../subscriptions/sync/provider-prices.ts";
import { findLiveSubscriptions } from "../terms/load-subscription.ts";
import type { Checkout, CreateCheckout } from "./schema.ts";

type Input = z.output<typeof CreateCheckout> & { isVisitor?: true };

/** The card is known only when the page is completed: if it was used for a trial before, there is no second one. */
const TRIAL_NOTE =
  "The free trial is available once per person and card. If you or this card had one before, the subscription starts without it and the card is charged now.";

/**
 * Interface 4.5: a hosted page of the card provider for one price, with the steps bought of each driver. The subscription's
 * id is chosen here, so that the callback and the recovery job save the same subscription.
 * Other open pages of the same customer and product are closed: only one can be paid.
 * K3004, K5003, K5010, K6002, K6007, K6008, K6009, K6020, K7xxx.
 */
export async function createCheckout(scope: Scope, input: Input): Promise<z.output<typeof Checkout>> {
  const { tenantId, db, baseUrl } = scope;
  const price = await getPlanPriceOrThrow(scope, input.plan_price_id);
  if (price.archivedAt || price.plan.archivedAt || price.plan.product.archivedAt) throw new ApiError("K6008");
  const provider = await cardProviderOf(scope);
  const customer = await db.$transaction((tx) => ensureCustomerWithEmail(tx, scope, input));
  const sold = { customerId: customer.id, productId: price.plan.productId };
  await refuseSecond(db, scope, sold);

  const { trialDays, pack } = await findStartTerms(scope, customer.id, price);
  if (!pack) throw new ApiError("K5010");
  const drivers = chooseDrivers(pack, input.drivers ?? []);
  const items = await itemsOf(scope, provider, { price, pack, drivers });
  const customerId = await ensureProviderCustomer(scope, provider, customer);
  const hasTrial =
    trialDays > 0 && !(await hasHadTrial(scope, price.plan.productId, trialTraits(customer, null)));
  const id = newId("checkoutSession");
  const subscriptionId = newId("subscription");
  const pages = `${baseUrl}/p/${(await getTenant(db, scope)).slug}/checkout`;
  const session = await provider.createCheckoutSession({
    idempotencyKey: id,
    tenantId,
    subscriptionId,
    checkoutId: id,
    customerId,
    items,
    trialDays: hasTrial ? trialDays : 0,
    note: hasTrial ? TRIAL_NOTE : null,
    successUrl: `${pages}/success?checkout=${id}`,
    cancelUrl: `${pages}/canceled`,
    hasAutomaticTax: (await policiesOf(scope)).hasAutomaticTax,
  });
  const isSold = await saveCheckout(scope, {
    id,
    customerId: customer.id,
    planPriceId: price.id,
    productId: price.plan.productId,
    drivers: drivers.map(({ featureId, steps }) => ({ featureId, steps })),
    subscriptionId,
    url: session.url,
    providerSessionId: session.id,
  });
  await closeOthers(scope, sold);
  if (isSold) await refuseSecond(db, scope, sold);
  return { url: session.url };
}

interface NewCheckout extends Sold {
  id: string;
  planPriceId: string;
  drivers: { featureId: string; steps: number }[];
  subscriptionId: string;
  url: string;
  providerSessionId: string;
}

/** Saves the page and supersedes earlier ones. Returns whether the customer bought the product meanwhile: then the page is closed. */
function saveCheckout(scope: Scope, { productId, ...row }: NewCheckout): Promise<boolean> {
  const { tenantId, clock, db } = scope;
  const { id, customerId, subscriptionId } = row;
  return db.$transaction(async (tx) => {
    // Saving a subscription locks the customer's row, so this waits for one in progress, and a later one sees this page.
    await tx.$queryRaw`select 1 from customers where tenant_id = ${tenantId} and id = ${customerId} for update`;
    const now = clock.now();
    const second = await findSecond(tx, scope, { customerId, productId });
    await supersedeCheckouts(tx, scope, { customerId, productId, exceptSubscriptionId: subscriptionId });
    await tx.checkoutSession.create({
      data: { tenantId, ...row, supersededAt: second && now, createdAt: now, updatedAt: now },
    });
    const after = {
      id,
      customer_id: customerId,
      plan_price_id: row.planPriceId,
      status: "OPEN",
      subscription_id: subscriptionId,
    };
    await recordChange(tx, scope, { type: "checkout.created", objectType: "checkout", objectId: id, after });
    return second !== null;
  });
}

interface Sold {
  customerId: string;
  productId: string;
}

async function findSecond(tx: Tx, scope: Scope, { customerId, productId }: Sold): Promise<string | null> {
  const live = await findLiveSubscriptions(tx, scope, customerId);
  return live.find((subscription) => subscription.productId === productId)?.id ?? null;
}

/** K6002 beside a live subscription; K6007 while one is being started, changed or moved. */
async function refuseSecond(tx: Tx, scope: Scope, sold: Sold): Promise<void> {
  const second = await findSecond(tx, scope, sold);
  if (second !== null) throw new ApiError("K6002", { details: { subscription_id: second } });
  const { tenantId } = scope;
  if ((await tx.providerOperation.count({ where: { tenantId, ...sold, status: "PENDING" } })) > 0)
    throw new ApiError("K6007");
}

/**
 * Closes the pages that the new one replaces: a customer has one open page per product. If one of them was completed at that
 * moment, it became a subscription, and the new page is closed as well. When the provider is unreachable, the recovery job
 * closes them. K6002.
 */
async function closeOthers(scope: Scope, sold: Sold): Promise<void> {
  let completed: string[] = [];
  try {
    completed = await closeSuperseded(scope, sold);
    for (const id of completed) await syncFromProvider(scope, id);
  } catch (error) {
    scope.log.warn(
      { err: error, customer_id: sold.customerId },
      "open checkout pages could not be closed yet",
    );
  }
  if (completed.length > 0) await refuseSecond(scope.db, scope, sold);
}

/** The most steps that a hosted page lets a customer choose. */
const MAX_STEPS = 999_999;

/** The plan, and every driver of it that is sold in the currency: the steps may still be changed on the page. */
async function itemsOf(
  scope: Scope,
  provider: CardProvider,
  { price, pack, drivers }: { price: PlanPriceWithPlan; pack: PackWithEntitlements; drivers: DriverChoice[] },
): Promise<CheckoutItem[]> {
  const sold = pack.entitlements.filter(
    ({ driverStepSize, prices }) =>
      driverStepSize !== null && (priceAt(prices, price)?.driverStepAmount ?? null) !== null,
  );
  const offered = sold.map(({ featureId, feature, ...limits }) => ({
    choice: { featureId, featureKey: feature.key, steps: 1 },
    steps: drivers.find((driver) => driver.featureId === featureId)?.steps ?? 0,
    most: Math.min(maxSteps(limits), MAX_STEPS),
  }));
  const sale = { price, pack, drivers: offered.map(({ choice }) => choice) };
  const [plan, ...steps] = await ensureProviderItems(scope, provider, sale);
  if (!plan) throw new Error("A sale has a plan.");
  return [
    { ...plan, adjustable: null },
    ...steps.map(({ priceId }, index) => ({
      priceId,
      quantity: offered[index]?.steps ?? 0,
      adjustable: { least: 0, most: offered[index]?.most ?? 0 },
    })),
  ];
}
