import { findApplication } from "../domain/applications/find-application.ts";
import { describeCardForm } from "../domain/billing/payment-methods/describe-card-form.ts";
import { findPublicTenant, getPublicTenant, type PublicTenant } from "../domain/tenants/public-tenant.ts";
import { ApiError } from "../errors/api-error.ts";
import { isExactOrigin } from "../platform/schema/exact-origin.ts";
import { type Services, systemScope } from "../platform/scope.ts";
import type { Embedding, PagePolicy } from "./pages-contract.ts";

/** Where Stripe's script comes from and what it reaches: https://docs.stripe.com/security/guide#content-security-policy. */
const STRIPE = {
  scripts: ["https://js.stripe.com", "https://*.js.stripe.com"],
  connections: ["https://api.stripe.com"],
  frames: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
};

/**
 * The tenant and card provider behind an embedded page. The application is a BROWSER application, by its publishable
 * identifier; null when there is none or it does not allow the origin. Our own pages may embed, too.
 */
export async function findEmbedding(
  services: Services,
  { appId, origin }: { appId: string; origin: string },
): Promise<Embedding | null> {
  const application = await findApplication(services, appId);
  if (application?.kind !== "BROWSER") return null;
  // The page's policy names it: what was stored when any text was taken may be more than one origin.
  if (!isExactOrigin(origin) || !application.allowedOrigins.includes(origin)) return null;
  const tenant = await getPublicTenant(services, application.tenantId);
  return tenant && { tenant, origin, card: await cardOf(services, tenant) };
}

/** How a tenant's card form is opened; null when it takes no cards. */
async function cardOf(services: Services, tenant: PublicTenant): Promise<Embedding["card"]> {
  try {
    const form = await describeCardForm(systemScope(services, tenant, "card form"));
    return { publishableKey: form.publishable_key, scriptUrl: form.script_url };
  } catch (error) {
    if (error instanceof ApiError && error.errorName === "card_provider_not_connected") return null;
    throw error;
  }
}

/** What a public or embedded page may load beyond its own, and who may frame it; null for every other page. */
export async function pagePolicy(services: Services, url: URL): Promise<PagePolicy | null> {
  const { pathname, searchParams } = url;
  if (pathname.startsWith("/embed/")) {
    const wanted = { appId: searchParams.get("app") ?? "", origin: searchParams.get("origin") ?? "" };
    const found = await findEmbedding(services, wanted);
    return found && { ...policyOf(found.tenant, found.card), ancestors: [found.origin], forms: [] };
  }
  const [, slug, page] = /^\/p\/([a-z0-9-]{1,64})(?:\/([a-z-]+))?/.exec(pathname) ?? [];
  const tenant = slug === undefined ? null : await findPublicTenant(services, slug);
  if (!tenant) return null;
  if (page === "portal") {
    const card = await cardOf(services, tenant);
    return { ...policyOf(tenant, card), ancestors: [], forms: [] };
  }
  // Without a script the form itself is sent on to the card provider's page.
  const forms = page === "checkout" ? checkoutOrigins(await cardOf(services, tenant)) : [];
  return { ...plainPolicy(tenant), forms };
}

/** What a tenant's public page may load when it has no card form. */
export const plainPolicy = (tenant: PublicTenant): PagePolicy => ({
  ...policyOf(tenant, null),
  ancestors: [],
  forms: [],
});

function checkoutOrigins(card: Embedding["card"]): string[] {
  if (card === null) return [];
  return [card.scriptUrl === null ? "https://checkout.stripe.com" : new URL(card.scriptUrl).origin];
}

function policyOf(
  { logoUrl }: PublicTenant,
  card: Embedding["card"],
): Omit<PagePolicy, "ancestors" | "forms"> {
  const images = logoUrl === null ? [] : [new URL(logoUrl).origin];
  if (card === null) return { scripts: [], connections: [], frames: [], images };
  if (card.scriptUrl === null) return { ...STRIPE, images };
  const { origin } = new URL(card.scriptUrl);
  return { scripts: [origin], connections: [origin], frames: [origin], images };
}
