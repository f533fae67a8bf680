import {
  createEntitlementCache,
  createUsher,
  type EntitlementCache,
  isUsherError,
  type Usher,
  verifyWebhook,
  type WebhookEvent,
} from "@usher/client";
import type { Account } from "./accounts.ts";
import { Refusal } from "./http.ts";
import type { Settings } from "./settings.ts";

/** Beacon, a product that counts what happens in other products. What it may do for whom, it asks Usher. */
export interface Product {
  /** Registers a new account; it begins on the free plan. */
  signUp(account: Account, password: string): Promise<void>;
  /** Counts one tracked event; refuses when the plan is used up. eventId makes it safe to send twice. */
  track(account: Account, eventId: string): Promise<{ used: number; limit: number | null }>;
  /** Sets up single sign-on, for those whose plan has it. */
  configureSingleSignOn(account: Account, issuer: string): Promise<{ issuer: string }>;
  /** What an account has, uses and pays. */
  describe(account: Account): Promise<object>;
  /** Where an account pays for another plan. */
  upgrade(account: Account, plan: string): Promise<{ url: string }>;
  /** Takes what Usher tells. Throws unless it is Usher. */
  hear(body: string, headers: Record<string, string | string[] | undefined>): Promise<void>;
}

const PRODUCT = "beacon";
const CURRENCY = "USD";

export function openProduct(settings: Settings): Product {
  const { usherUrl: baseUrl, tenantId: tenant, appId, clientId, clientSecret, webhookSecrets } = settings;
  const usher = createUsher({ baseUrl, appId, clientId, clientSecret });
  // Reads answer from signed snapshots: at once, and for a day while Usher is away. Unknown customers get no paid feature.
  const entitlements = createEntitlementCache({ usher, tenant, onUnreachable: "deny" });
  const heard = new Set<string>();

  return {
    async signUp({ id: customer, email }, password) {
      // With email_verified this back end vouches for the address. Without it, Usher mails a link to confirm it first.
      await usher.auth.register({ customer, email, password, email_verified: true });
    },

    async track({ id: customer }, eventId) {
      try {
        const use = { customer, feature_key: "events", quantity: 1 };
        const { used, limit } = await usher.usage.record({ ...use, event_id: eventId });
        entitlements.count(use);
        return { used, limit };
      } catch (error) {
        if (!isUsherError(error, "usage_limit_reached")) throw error;
        throw new Refusal(402, "Your plan has no events left.", { upgrade: "/upgrade", ...error.details });
      }
    },

    async configureSingleSignOn({ id: customer }, issuer) {
      const { allowed, reason } = await entitlements.check({ customer, feature_key: "sso" });
      if (!allowed)
        throw new Refusal(403, "Single sign-on is part of Scale.", { upgrade: "/upgrade", reason });
      return { issuer };
    },

    async describe({ id: customer, email }) {
      const { data } = await usher.subscriptions.list({ customer, limit: 1 });
      const known = await entitlements.all({ customer });
      const features = known.map(({ feature_key, allowed, used, limit }) => ({
        feature_key,
        allowed,
        used,
        limit,
      }));
      return { email, plan: data[0]?.plan.name ?? "Free", features };
    },

    async upgrade({ id: customer, email }, plan) {
      const plan_price_id = await priceOf(usher, plan);
      return usher.checkout.create({ customer, email, plan_price_id });
    },

    async hear(body, headers) {
      const event = await verifyWebhook(body, headers, webhookSecrets);
      // Each event comes at least once. A real product would remember their ids in its database.
      if (heard.has(event.id)) return;
      heard.add(event.id);
      follow(entitlements, event);
    },
  };
}

/** What a customer may do has changed: the next check asks Usher. */
function follow(entitlements: EntitlementCache, event: WebhookEvent): void {
  const { data } = event;
  if (
    "customer" in data &&
    data.customer !== null &&
    typeof data.customer === "object" &&
    "external_id" in data.customer
  )
    entitlements.expire(data.customer.external_id);
}

async function priceOf(usher: Usher, plan: string): Promise<string> {
  const { products } = await usher.pricing.get({ product: PRODUCT, currency: CURRENCY });
  const found = products[0]?.plans.find(({ slug }) => slug === plan);
  const price = found?.prices.find(({ interval }) => interval === "MONTH");
  if (!price) throw new Refusal(404, `There is no plan ${plan}.`);
  return price.id;
}
