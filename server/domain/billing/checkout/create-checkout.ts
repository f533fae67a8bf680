import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Customer } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import { priceAt } from "../../../platform/schema/interval.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { CardProvider, CheckoutItem } from "../../../providers/port.ts";
import { checkReturnUrl } from "../../applications/check-return-url.ts";
import { getOfferedPriceOrThrow, requireNotArchived } from "../../catalog/for-sale.ts";
import type { PlanPriceWithPlan } from "../../catalog/load-plan-price.ts";
import { ensureCustomerWithEmail } from "../../customers/ensure-customer.ts";
import { ensureProviderCustomer } from "../../customers/provider-customer.ts";
import { getTenant } from "../../tenants/get-tenant.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { keyAfter, makeMissingAnew } from "../../tenants/provider/make-missing-anew.ts";
import { syncFromProvider } from "../provider-events/process-event.ts";
import { closeSuperseded } from "../subscriptions/open-checkouts.ts";
import { chooseDrivers, maxSteps } from "../subscriptions/start/choose-drivers.ts";
import { findStartTerms } from "../subscriptions/start/find-start-terms.ts";
import { retryIfTaken } from "../subscriptions/start/promised-terms.ts";
import { policiesOf } from "../subscriptions/start/provider-policies.ts";
import { cardNeededFor } from "../subscriptions/start/require-card.ts";
import { hasHadTrial, trialTraits } from "../subscriptions/start/trials.ts";
import { ensureProviderItems, type Sale } from "../subscriptions/sync/provider-prices.ts";
import type { CreateCheckout } from "./create-checkout-schema.ts";
import { type BuyerAndProduct, beginPage, dropPage, refuseSecond, savePage } from "./save-page.ts";
import type { Checkout } from "./schema.ts";

type Input = z.output<typeof CreateCheckout> & { isVisitor?: true };

/** The card is known only when the page is completed: if it was used for a trial before, there is no second one. */
const TRIAL_NOTE =
  "The free trial is available once per person and card. If you or this card had one before, the subscription starts without it and the card is charged now.";
const CARDLESS_TRIAL_NOTE = "The free trial is available once per person.";

/**
 * docs/interface.md 4.5: a hosted page of the card provider for one price, with the steps bought of each driver. What the page sells (pack, trial,
 * granted terms) is stored before the page is opened, and its subscription gets just that. The subscription's id is chosen here, so that
 * the callback and the recovery job save the same subscription. Other open pages of the same customer and product are closed: only one can
 * be paid.
 */
export async function createCheckout(scope: Scope, input: Input): Promise<z.output<typeof Checkout>> {
  const price = await getOfferedPriceOrThrow(scope, input.plan_price_id);
  requireNotArchived(price);
  await checkReturnUrl(scope, input.return_url);
  const provider = await cardProviderOf(scope);
  const customer = await scope.db.$transaction((tx) => ensureCustomerWithEmail(tx, scope, input));
  const sold = { customerId: customer.id, productId: price.plan.productId };
  await refuseSecond(scope.db, scope, sold);
  const order = {
    price,
    provider,
    customer,
    drivers: input.drivers ?? [],
    returnUrl: input.return_url ?? null,
  };
  const { url, isSold } = await retryIfTaken(() => openPage(scope, order));
  await closeOthers(scope, sold);
  if (isSold) await refuseSecond(scope.db, scope, sold);
  return { url };
}

interface Order {
  price: PlanPriceWithPlan;
  provider: CardProvider;
  customer: Customer & { email: string };
  drivers: { feature_key: string; steps: number }[];
  returnUrl: string | null;
}

/** Opens a page at the provider. `isSold`: the customer bought the product meanwhile, and the page is closed. */
async function openPage(
  scope: Scope,
  { price, provider, customer, drivers: wanted, returnUrl }: Order,
): Promise<{ url: string; isSold: boolean }> {
  const sold = { customerId: customer.id, productId: price.plan.productId };
  const { grantId, trialDays, pack } = await findStartTerms(scope, customer.id, price, async (completed) => {
    await syncFromProvider(scope, completed);
    await refuseSecond(scope.db, scope, sold);
  });
  if (!pack) throw new ApiError("plan_not_published");
  const drivers = chooseDrivers(pack, wanted);
  const hasTrial =
    trialDays > 0 && !(await hasHadTrial(scope, price.plan.productId, trialTraits(customer, null)));
  const page = {
    id: newId("checkoutSession"),
    customerId: customer.id,
    planPriceId: price.id,
    drivers: drivers.map(({ featureId, steps }) => ({ featureId, steps })),
    packId: pack.id,
    grantId,
    trialDays: hasTrial ? trialDays : 0,
    subscriptionId: newId("subscription"),
    returnUrl,
  };
  const pages = `${scope.baseUrl}/p/${(await getTenant(scope.db, scope)).slug}/checkout`;
  const { hasAutomaticTax, taxBehavior, trialEndsWithoutCard } = await policiesOf(scope);
  // The buyer may take every step off again on the page.
  const needsCard = [drivers, []].some(
    (bought) => cardNeededFor({ price, pack, drivers: bought }, hasTrial).isNeeded,
  );
  await beginPage(scope, page);
  let opened: string | null = null;
  try {
    const session = await makeMissingAnew(scope, async (lost) =>
      provider.createCheckoutSession({
        idempotencyKey: keyAfter(page.id, lost),
        tenantId: scope.tenantId,
        subscriptionId: page.subscriptionId,
        checkoutId: page.id,
        customerId: await ensureProviderCustomer(scope, provider, customer, {
          currency: price.currency,
          lost,
        }),
        items: await itemsOf(scope, provider, { price, pack, drivers, taxBehavior }),
        trialDays: page.trialDays,
        needsCard,
        trialEndsWithoutCard,
        note: hasTrial ? (needsCard ? TRIAL_NOTE : CARDLESS_TRIAL_NOTE) : null,
        successUrl: `${pages}/success?checkout=${page.id}`,
        cancelUrl: `${pages}/canceled`,
        hasAutomaticTax,
      }),
    );
    opened = session.id;
    return { url: session.url, isSold: await savePage(scope, page, sold, session, provider) };
  } catch (error) {
    if (opened !== null) await provider.expireCheckoutSession(opened);
    // A page that the provider opened nevertheless was shown to no one.
    await dropPage(scope, page);
    throw error;
  }
}

/**
 * Closes the pages that the new one replaces: a customer has one open page per product. If one of them was completed at that moment, it
 * became a subscription, and the new page is closed as well. When the provider is unreachable, the recovery job closes them. Throws
 * subscription_exists.
 */
async function closeOthers(scope: Scope, sold: BuyerAndProduct): Promise<void> {
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
  { price, pack, drivers, taxBehavior }: Sale,
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
  const sale = { price, pack, drivers: offered.map(({ choice }) => choice), taxBehavior };
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
