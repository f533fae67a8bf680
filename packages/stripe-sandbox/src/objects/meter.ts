import type Stripe from "stripe";
import { newId } from "../ids.ts";

interface Facts {
  name: string;
  eventName: string;
  formula: Stripe.Billing.Meter.DefaultAggregation.Formula;
  customerKey: string;
  valueKey: string;
  window: Stripe.Billing.Meter.EventTimeWindow | null;
}

/** What counts usage. */
export function makeMeter(now: number, facts: Facts): Stripe.Billing.Meter {
  return {
    id: newId("mtr"),
    object: "billing.meter",
    created: now,
    customer_mapping: { event_payload_key: facts.customerKey, type: "by_id" },
    default_aggregation: { formula: facts.formula },
    display_name: facts.name,
    event_name: facts.eventName,
    event_time_window: facts.window,
    livemode: false,
    status: "active",
    status_transitions: { deactivated_at: null },
    updated: now,
    value_settings: { event_payload_key: facts.valueKey },
  };
}
