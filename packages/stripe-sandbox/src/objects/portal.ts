import type Stripe from "stripe";
import { newId } from "../ids.ts";

type Configuration = Stripe.BillingPortal.Configuration;

interface ConfigurationFacts {
  businessProfile: Configuration["business_profile"];
  returnUrl: string | null;
  name: string | null;
  metadata: Stripe.Metadata;
}

/** What a portal lets customers do; nothing as yet. */
export function makePortalConfiguration(now: number, facts: ConfigurationFacts): Configuration {
  return {
    id: newId("bpc"),
    object: "billing_portal.configuration",
    active: true,
    application: null,
    business_profile: facts.businessProfile,
    created: now,
    default_return_url: facts.returnUrl,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: false },
      payment_method_update: { enabled: false, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: false,
        mode: "at_period_end",
        proration_behavior: "none",
      },
      subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: "none",
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: "end_trial",
      },
    },
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: facts.metadata,
    name: facts.name,
    updated: now,
  };
}

interface SessionFacts {
  id: string;
  configuration: string;
  customer: string;
  flow: Stripe.BillingPortal.Session.Flow | null;
  locale: "auto" | "en" | null;
  returnUrl: string | null;
  url: string;
}

/** A way into the portal for one customer. */
export function makePortalSession(now: number, facts: SessionFacts): Stripe.BillingPortal.Session {
  return {
    id: facts.id,
    object: "billing_portal.session",
    configuration: facts.configuration,
    created: now,
    customer: facts.customer,
    customer_account: null,
    flow: facts.flow,
    livemode: false,
    locale: facts.locale,
    on_behalf_of: null,
    return_url: facts.returnUrl,
    url: facts.url,
  };
}
