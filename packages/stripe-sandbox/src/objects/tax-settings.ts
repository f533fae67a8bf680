import type Stripe from "stripe";
import type { AccountSettings } from "../account-settings.ts";

/** The settings of Stripe Tax. "It includes the entry `head_office` when the status is `pending`" (SDK, Tax/Settings.d.ts). */
export function makeTaxSettings({
  tax_active,
  tax_behavior,
  head_office,
}: Pick<AccountSettings, "head_office" | "tax_active" | "tax_behavior">): Stripe.Tax.Settings {
  const address = { city: null, line1: null, line2: null, postal_code: null, ...head_office };
  return {
    object: "tax.settings",
    defaults: { provider: "stripe", tax_behavior, tax_code: "txcd_10000000" },
    head_office: tax_active ? { address } : null,
    livemode: false,
    status: tax_active ? "active" : "pending",
    status_details: tax_active ? { active: {} } : { pending: { missing_fields: ["head_office"] } },
  };
}
