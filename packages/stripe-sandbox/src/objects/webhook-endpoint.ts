import type Stripe from "stripe";
import { newId } from "../ids.ts";

interface Facts {
  url: string;
  enabledEvents: string[];
  apiVersion: string | null;
  description: string | null;
  metadata: Stripe.Metadata;
}

export function makeWebhookEndpoint(now: number, facts: Facts): Stripe.WebhookEndpoint {
  return {
    id: newId("we"),
    object: "webhook_endpoint",
    api_version: facts.apiVersion,
    application: null,
    created: now,
    description: facts.description,
    enabled_events: facts.enabledEvents,
    livemode: false,
    metadata: facts.metadata,
    status: "enabled",
    url: facts.url,
  };
}
