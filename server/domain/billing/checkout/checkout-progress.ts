import { isIdOf } from "../../../platform/ids.ts";
import { type Services, systemScope } from "../../../platform/scope.ts";
import type { PublicTenant } from "../../tenants/public-tenant.ts";

/** What the page after a checkout shows. */
export interface CheckoutProgress {
  /** PENDING: the provider has not confirmed it yet. FAILED: it was completed without becoming a subscription. */
  state: "PENDING" | "ACTIVE" | "TRIALING" | "ENDED" | "FAILED";
  /** Product and plan, as they are sold. */
  name: string;
}

const LIVE = new Set(["ACTIVE", "PAST_DUE", "PAUSED"]);

/**
 * The status of a checkout of the tenant, for the browser that it returned to; null where there is no such checkout. Shows
 * what was sold and no data of the customer.
 */
export async function checkoutProgress(
  services: Services,
  tenant: Pick<PublicTenant, "id" | "mode">,
  id: string,
): Promise<CheckoutProgress | null> {
  if (!isIdOf("checkoutSession", id)) return null;
  const { db, tenantId } = systemScope(services, tenant, "page after the checkout");
  const checkout = await db.checkoutSession.findUnique({
    where: { tenantId_id: { tenantId, id } },
    include: { planPrice: { include: { plan: { include: { product: true } } } } },
  });
  if (!checkout) return null;
  const { plan } = checkout.planPrice;
  const subscription = await db.subscription.findUnique({
    where: { tenantId_id: { tenantId, id: checkout.subscriptionId } },
    select: { status: true },
  });
  return { state: stateOf(checkout.status, subscription?.status), name: `${plan.product.name} ${plan.name}` };
}

function stateOf(checkout: string, subscription: string | undefined): CheckoutProgress["state"] {
  if (subscription === undefined) return checkout === "OPEN" ? "PENDING" : "FAILED";
  if (subscription === "TRIALING") return "TRIALING";
  return LIVE.has(subscription) ? "ACTIVE" : "ENDED";
}
