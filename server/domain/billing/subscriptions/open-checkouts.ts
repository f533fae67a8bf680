import type { Scope, Tx } from "../../../platform/scope.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { releaseTerms } from "./start/promised-terms.ts";

/** The customer and the product of open pages. */
interface Sold {
  customerId: string;
  productId: string;
}

const ofSold = ({ customerId, productId }: Sold) => ({ customerId, planPrice: { plan: { productId } } });

/**
 * Marks the open hosted pages of a customer and product as superseded, except one, inside the transaction that saves the new
 * page or subscription: even when this process crashes, the recovery job closes them at the provider. A new page leaves those
 * alone that the provider is still opening: each of them, once it is saved, replaces the others, so that one stays open.
 */
export async function supersedeCheckouts(
  tx: Tx,
  { tenantId, clock }: Scope,
  sold: Sold & { exceptSubscriptionId: string | null; by: "page" | "subscription" },
): Promise<void> {
  const now = clock.now();
  await tx.checkoutSession.updateMany({
    where: {
      tenantId,
      ...ofSold(sold),
      status: "OPEN",
      supersededAt: null,
      ...(sold.by === "page" && { providerSessionId: { not: null } }),
      ...(sold.exceptSubscriptionId !== null && { subscriptionId: { not: sold.exceptSubscriptionId } }),
    },
    data: { supersededAt: now, updatedAt: now },
  });
}

/**
 * Closes a customer's superseded pages of a product at the provider. Returns the provider's subscriptions of pages which were
 * completed first, for the caller to sync. K7xxx.
 */
export async function closeSuperseded(scope: Scope, sold: Sold): Promise<string[]> {
  const { tenantId, db } = scope;
  const waiting = await db.checkoutSession.findMany({
    where: { tenantId, ...ofSold(sold), status: "OPEN", supersededAt: { not: null } },
    orderBy: { id: "asc" },
  });
  const completed: string[] = [];
  for (const page of waiting) {
    const subscription = await closePage(scope, page);
    if (subscription !== null) completed.push(subscription);
  }
  return completed;
}

/** What closing needs of a page. It has no session while it is being opened, or when that was interrupted. */
interface Page {
  id: string;
  subscriptionId: string;
  providerSessionId: string | null;
}

/**
 * Closes one page, and gives back what it had claimed once the provider can complete it no more. Returns the provider's
 * subscription where it was completed first. K7xxx.
 */
export async function closePage(scope: Scope, page: Page): Promise<string | null> {
  const { tenantId, db, clock } = scope;
  const { id, subscriptionId, providerSessionId } = page;
  if (providerSessionId !== null) {
    const provider = await cardProviderOf(scope);
    const { completedSubscriptionId } = await provider.expireCheckoutSession(providerSessionId);
    if (completedSubscriptionId !== null) return completedSubscriptionId;
  }
  const isClosed = await db.$transaction(async (tx) => {
    const { count } = await tx.checkoutSession.updateMany({
      where: { tenantId, id, status: "OPEN", providerSessionId },
      data: { status: "EXPIRED", updatedAt: clock.now() },
    });
    if (count > 0) await releaseTerms(tx, scope, subscriptionId);
    return count > 0;
  });
  if (isClosed || providerSessionId !== null) return null;
  // It got its session in the meantime, or is over.
  const opened = await db.checkoutSession.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  return opened.status === "OPEN" ? closePage(scope, opened) : null;
}

/** As closeSuperseded, for callers that are done: the recovery job closes the pages that cannot be closed now. */
export async function closeSupersededSoon(scope: Scope, sold: Sold): Promise<void> {
  try {
    await closeSuperseded(scope, sold);
  } catch (error) {
    scope.log.warn(
      { err: error, customer_id: sold.customerId },
      "open checkout pages could not be closed yet",
    );
  }
}
