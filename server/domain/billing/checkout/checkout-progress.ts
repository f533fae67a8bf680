import type { CheckoutSession } from "../../../platform/database/client/client.ts";
import { isIdOf } from "../../../platform/ids.ts";
import { type Scope, type Services, systemScope } from "../../../platform/scope.ts";
import type { ProviderCardDetails } from "../../../providers/port.ts";
import { getPackCached } from "../../catalog/load-plan-price.ts";
import { inLanguage, packInLanguage } from "../../catalog/translations.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import type { PublicTenant } from "../../tenants/public-tenant.ts";
import { findFirstCharge, purchaseLink } from "../invoices/purchase-link.ts";
import { type Purchase, purchaseOf } from "../subscriptions/start/purchase.ts";
import { type LoadedSubscription, SUBSCRIPTION_PARTS } from "../terms/load-subscription.ts";

/** What the page after a checkout shows. */
export interface CheckoutProgress {
  /** PENDING: the provider has not confirmed it yet. FAILED: it was completed without becoming a subscription. */
  state: "PENDING" | "ACTIVE" | "TRIALING" | "ENDED" | "FAILED";
  /** Product and plan, as they are sold. */
  name: string;
  /** Where the checkout was opened to lead back to; null: to the tenant's website. */
  returnUrl: string | null;
  /** null until the subscription is there. */
  purchase: Purchase | null;
  /** What only the buyer may see; null when the purchase is no longer fresh: the address may have been passed on since. */
  own: OwnFacts | null;
}

interface OwnFacts {
  /** The card that is charged; null: the provider does not tell. */
  card: Pick<ProviderCardDetails, "brand" | "last4"> | null;
  /** A link to the PDF; null: nothing was charged, or the invoice is still on its way. */
  receiptUrl: string | null;
  /** Whether an invoice is still on its way. */
  awaitsReceipt: boolean;
}

const LIVE = new Set(["ACTIVE", "PAST_DUE", "PAUSED"]);

/** How long the page shows the buyer's card and receipt; afterwards the mail has the receipt. */
const FRESH_MS = 3_600_000;

/**
 * The status of a checkout of the tenant, for the browser that it returned to; null where there is no such checkout. Shows
 * what was sold, with its names in the buyer's language, and the buyer's card and receipt for an hour.
 */
export async function checkoutProgress(
  services: Services,
  tenant: Pick<PublicTenant, "id" | "mode">,
  id: string,
  locale?: string,
): Promise<CheckoutProgress | null> {
  if (!isIdOf("checkoutSession", id)) return null;
  const scope = systemScope(services, tenant, "page after the checkout");
  const { db, tenantId } = scope;
  const checkout = await db.checkoutSession.findUnique({
    where: { tenantId_id: { tenantId, id } },
    include: { planPrice: { include: { plan: { include: { product: true } } } } },
  });
  if (!checkout) return null;
  const { plan } = checkout.planPrice;
  const subscription = await db.subscription.findUnique({
    where: { tenantId_id: { tenantId, id: checkout.subscriptionId } },
    include: SUBSCRIPTION_PARTS,
  });
  const purchase = subscription && (await purchaseIn(scope, subscription, locale));
  return {
    state: stateOf(checkout.status, subscription?.status),
    name: `${inLanguage(plan.product, locale).name} ${inLanguage(plan, locale).name}`,
    returnUrl: checkout.returnUrl,
    purchase,
    own: purchase && isFresh(services, checkout) ? await ownFacts(scope, subscription, purchase) : null,
  };
}

function stateOf(checkout: string, subscription: string | undefined): CheckoutProgress["state"] {
  if (subscription === undefined) return checkout === "OPEN" ? "PENDING" : "FAILED";
  if (subscription === "TRIALING") return "TRIALING";
  return LIVE.has(subscription) ? "ACTIVE" : "ENDED";
}

async function purchaseIn(
  scope: Scope,
  row: LoadedSubscription,
  locale: string | undefined,
): Promise<Purchase> {
  const pack = row.packId === null ? null : await getPackCached(scope.db, scope, row.packId);
  const { product, plan } = row;
  return purchaseOf(
    { ...row, product: inLanguage(product, locale), plan: inLanguage(plan, locale) },
    pack && packInLanguage(pack, locale),
  );
}

/** A completed page changes no more: it was completed at its last change. */
function isFresh({ clock }: Services, { status, updatedAt }: CheckoutSession): boolean {
  return status === "COMPLETED" && clock.now().getTime() - updatedAt.getTime() < FRESH_MS;
}

async function ownFacts(
  scope: Scope,
  subscription: LoadedSubscription,
  { amount, isTrial }: Purchase,
): Promise<OwnFacts> {
  const { id, providerCustomerId } = subscription;
  const isCharged = amount > 0 && !isTrial;
  const receipt = isCharged ? await findFirstCharge(scope, id) : null;
  return {
    card: await findCard(scope, providerCustomerId),
    receiptUrl: receipt && purchaseLink(scope, id),
    awaitsReceipt: isCharged && receipt === null,
  };
}

/** The card of the page: the buyer's default card or the newest one. The page also works while the provider cannot be reached. */
async function findCard(scope: Scope, customerId: string | null): Promise<OwnFacts["card"]> {
  if (customerId === null) return null;
  try {
    const cards = await (await cardProviderOf(scope)).listCards(customerId);
    const newest = cards.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0];
    const card = cards.find(({ isDefault }) => isDefault) ?? newest;
    return card ? { brand: card.brand, last4: card.last4 } : null;
  } catch (error) {
    scope.log.warn({ err: error }, "the card of a purchase cannot be shown");
    return null;
  }
}
