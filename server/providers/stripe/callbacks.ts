import Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import type { CardProvider } from "../port.ts";
import { asking } from "./errors.ts";

type Callbacks = Pick<CardProvider, "registerCallbacks" | "readCallback">;

const TOLERANCE_SECONDS = 300;

/** What we want to hear of: whatever may change a subscription of ours. */
const EVENTS: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  "checkout.session.completed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.trial_will_end",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
];

/** Webhooks: https://docs.stripe.com/webhooks. */
export function callbacks(stripe: Stripe): Callbacks {
  return {
    registerCallbacks: ({ url, idempotencyKey }) =>
      asking(async () => {
        const params = { url, enabled_events: EVENTS, api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion };
        const endpoint = await stripe.webhookEndpoints.create(params, { idempotencyKey });
        if (!endpoint.secret) throw new ApiError("K7006");
        return { id: endpoint.id, secret: endpoint.secret };
      }),
    readCallback({ payload, signature, secrets }) {
      for (const secret of secrets) {
        const event = verify(stripe, payload, signature, secret);
        if (event) return { id: event.id, type: event.type, providerSubscriptionId: subscriptionOf(event), payload: { ...event } };
      }
      throw new ApiError("K7008");
    },
  };
}

function verify(stripe: Stripe, payload: string, signature: string, secret: string): Stripe.Event | null {
  try {
    return stripe.webhooks.constructEvent(payload, signature, secret, TOLERANCE_SECONDS);
  } catch {
    return null;
  }
}

/** The subscription that an event is about, whichever object carries it. */
function subscriptionOf(event: Stripe.Event): string | null {
  const { object } = event.data;
  if (!("object" in object)) return null;
  if (object.object === "subscription") return object.id;
  if (object.object === "checkout.session") return idOf(object.subscription);
  if (object.object === "invoice") return idOf(object.parent?.subscription_details?.subscription ?? null);
  return null;
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
