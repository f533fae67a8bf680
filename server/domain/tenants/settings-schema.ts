import { z } from "zod";
import { operation } from "../../platform/schema/operation.ts";
import { settingsFields } from "./schema.ts";

export const UpdateSettings = z
  .strictObject({
    name: settingsFields.name.optional(),
    signup_policy: settingsFields.signup_policy.optional(),
    waitlist_referrals: settingsFields.waitlist_referrals.optional(),
    grace_period_days: settingsFields.grace_period_days.optional(),
    trial_end_policy: settingsFields.trial_end_policy.optional(),
    dunning_end_policy: settingsFields.dunning_end_policy.optional(),
    brand_color: settingsFields.brand_color.optional(),
    logo_url: settingsFields.logo_url.optional(),
    website_url: settingsFields.website_url.optional(),
    support_email: settingsFields.support_email.optional(),
    automatic_tax: settingsFields.automatic_tax.optional(),
    tax_behavior: settingsFields.tax_behavior.optional(),
    reporting_currency: settingsFields.reporting_currency.optional(),
    invoice_due_days: settingsFields.invoice_due_days.optional(),
    unpaid_after_days: settingsFields.unpaid_after_days.optional(),
    reminder_days: settingsFields.reminder_days.optional(),
    invoice_number_prefix: settingsFields.invoice_number_prefix.optional(),
    credit_note_number_prefix: settingsFields.credit_note_number_prefix.optional(),
    invoice_seller: settingsFields.invoice_seller.optional(),
    invoice_payment: settingsFields.invoice_payment.optional(),
  })
  .meta({ id: "UpdateSettingsRequest" });

export const getSettingsMeta = operation({
  path: "/v1/settings",
  tag: "Settings",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  summary: "Get the tenant's settings",
  description: "Branding and policies.",
});

export const updateSettingsMeta = operation({
  path: "/v1/settings",
  tag: "Settings",
  security: "app+jwt",
  scope: "billing:admin",
  method: "PATCH",
  summary: "Change the tenant's settings",
  description: "Changes the settings that are sent; the others stay.",
  errors: ["currency_unknown"],
});
