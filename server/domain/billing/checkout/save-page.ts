import { ApiError } from "../../../errors/api-error.ts";
import type { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";
import { recordChange } from "../../events/record-change.ts";
import { requirePresent } from "../../tenants/provider/provider-references.ts";
import { closePage, supersedeCheckouts } from "../subscriptions/open-checkouts.ts";
import { claimTerms } from "../subscriptions/start/promised-terms.ts";
import { findLiveSubscriptions } from "../terms/load-subscription.ts";

/** Who buys what. */
export interface BuyerAndProduct {
  customerId: string;
  productId: string;
}

/** What a page sells, and to whom. */
export interface NewPage
  extends Pick<
    Prisma.CheckoutSessionUncheckedCreateInput,
    "id" | "customerId" | "planPriceId" | "packId" | "subscriptionId" | "returnUrl"
  > {
  grantId: string | null;
  /** The trial that the page shows; 0 without one. */
  trialDays: number;
  drivers: { featureId: string; steps: number }[];
}

async function findSecond(
  tx: Tx,
  scope: Scope,
  { customerId, productId }: BuyerAndProduct,
): Promise<string | null> {
  const live = await findLiveSubscriptions(tx, scope, customerId);
  return live.find((subscription) => subscription.productId === productId)?.id ?? null;
}

/** Throws subscription_exists or subscription_change_in_progress. */
export async function refuseSecond(tx: Tx, scope: Scope, sold: BuyerAndProduct): Promise<void> {
  const second = await findSecond(tx, scope, sold);
  if (second !== null) throw new ApiError("subscription_exists", { details: { subscription_id: second } });
  const { tenantId } = scope;
  if ((await tx.providerOperation.count({ where: { tenantId, ...sold, status: "PENDING" } })) > 0)
    throw new ApiError("subscription_change_in_progress");
}

/**
 * Stores what a page is to sell and claims its granted terms, in one transaction, before the provider is asked: after a crash the
 * recovery job closes the page and gives them back. Throws for retryIfTaken when another sale has claimed them first.
 */
export async function beginPage(scope: Scope, page: NewPage): Promise<void> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  await scope.db.$transaction(async (tx) => {
    await claimTerms(tx, scope, page.grantId, page.subscriptionId);
    await tx.checkoutSession.create({ data: { tenantId, ...page, createdAt: now, updatedAt: now } });
  });
}

/**
 * Saves the session that the provider opened, and supersedes earlier pages of the product. A page that was closed while it was being opened
 * is closed at the provider, too. Throws card_provider_account_replaced. Returns whether the customer bought the product meanwhile: then
 * the page is to be closed.
 */
export async function savePage(
  scope: Scope,
  { id, customerId, planPriceId, subscriptionId }: NewPage,
  { productId }: BuyerAndProduct,
  session: { id: string; url: string },
  provider: CardProvider,
): Promise<boolean> {
  const { tenantId, clock, db } = scope;
  const saved = await db.$transaction(async (tx) => {
    // A page of an account that the tenant has left would be paid there, and nobody would hear of it.
    await requirePresent(tx, scope, provider);
    // Saving a subscription locks the customer's row, so this waits for one in progress, and a later one sees this page.
    await tx.$queryRaw`select 1 from customers where tenant_id = ${tenantId} and id = ${customerId} for update`;
    const now = clock.now();
    const second = await findSecond(tx, scope, { customerId, productId });
    const { count } = await tx.checkoutSession.updateMany({
      where: { tenantId, id, status: "OPEN", providerSessionId: null },
      data: {
        providerSessionId: session.id,
        url: session.url,
        updatedAt: now,
        ...(second !== null && { supersededAt: now }),
      },
    });
    if (count === 0) return { isOpen: false, isSold: second !== null };
    await supersedeCheckouts(tx, scope, {
      customerId,
      productId,
      by: "page",
      exceptSubscriptionId: subscriptionId,
    });
    const after = {
      id,
      customer_id: customerId,
      plan_price_id: planPriceId,
      status: "OPEN",
      subscription_id: subscriptionId,
    };
    await recordChange(tx, scope, { type: "checkout.created", objectType: "checkout", objectId: id, after });
    return { isOpen: true, isSold: second !== null };
  });
  if (!saved.isOpen) await provider.expireCheckoutSession(session.id);
  return saved.isSold;
}

/** Closes a page that could not be opened; where that fails, too, the recovery job does it. */
export async function dropPage(scope: Scope, { id, subscriptionId }: NewPage): Promise<void> {
  try {
    await closePage(scope, { id, subscriptionId, providerSessionId: null });
  } catch (error) {
    scope.log.warn({ err: error, checkout_id: id }, "a checkout page that failed could not be closed yet");
  }
}
