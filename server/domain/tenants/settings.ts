import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { isCurrency } from "../../platform/currency.ts";
import type { Tenant } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { getTenant } from "./get-tenant.ts";
import type { Settings } from "./schema.ts";
import type { UpdateSettings } from "./settings-schema.ts";

/** Branding and policies of the scope's tenant. */
export async function getSettings(scope: Scope): Promise<z.output<typeof Settings>> {
  return viewSettings(await getTenant(scope.db, scope));
}

/** Changes the settings that are sent, with an event. Throws currency_unknown. */
export async function updateSettings(
  scope: Scope,
  input: z.output<typeof UpdateSettings>,
): Promise<z.output<typeof Settings>> {
  const { reporting_currency: currency } = input;
  if (currency && !isCurrency(currency)) throw new ApiError("currency_unknown", { details: { currency } });
  return scope.db.$transaction((tx) => saveSettings(tx, scope, input));
}

/** Changes settings that were checked, inside the caller's transaction. */
export async function saveSettings(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof UpdateSettings>,
): Promise<z.output<typeof Settings>> {
  const { tenantId, clock } = scope;
  await tx.$queryRaw`select 1 from tenants where id = ${tenantId} for update`;
  const before = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId } });
  const row = await tx.tenant.update({
    where: { id: tenantId },
    data: {
      name: input.name,
      signupPolicy: input.signup_policy,
      waitlistReferrals: input.waitlist_referrals,
      gracePeriodDays: input.grace_period_days,
      trialEndPolicy: input.trial_end_policy,
      dunningEndPolicy: input.dunning_end_policy,
      brandColor: input.brand_color,
      logoUrl: input.logo_url,
      websiteUrl: input.website_url,
      supportEmail: input.support_email,
      automaticTax: input.automatic_tax,
      taxBehavior: input.tax_behavior,
      reportingCurrency: input.reporting_currency,
      invoiceDueDays: input.invoice_due_days,
      unpaidAfterDays: input.unpaid_after_days,
      reminderDays: input.reminder_days,
      invoiceNumberPrefix: input.invoice_number_prefix,
      creditNoteNumberPrefix: input.credit_note_number_prefix,
      invoiceSeller: input.invoice_seller,
      invoicePayment: input.invoice_payment,
      updatedAt: clock.now(),
    },
  });
  const after = viewSettings(row);
  await recordChange(tx, scope, {
    type: "settings.updated",
    objectType: "tenant",
    objectId: tenantId,
    before: viewSettings(before),
    after,
  });
  return after;
}

function viewSettings(row: Tenant): z.output<typeof Settings> {
  return {
    tenant_id: row.id,
    slug: row.slug,
    mode: row.mode,
    name: row.name,
    signup_policy: row.signupPolicy,
    waitlist_referrals: row.waitlistReferrals,
    grace_period_days: row.gracePeriodDays,
    trial_end_policy: row.trialEndPolicy,
    dunning_end_policy: row.dunningEndPolicy,
    brand_color: row.brandColor,
    logo_url: row.logoUrl,
    website_url: row.websiteUrl,
    support_email: row.supportEmail,
    automatic_tax: row.automaticTax,
    tax_behavior: row.taxBehavior,
    reporting_currency: row.reportingCurrency,
    invoice_due_days: row.invoiceDueDays,
    unpaid_after_days: row.unpaidAfterDays,
    reminder_days: row.reminderDays,
    invoice_number_prefix: row.invoiceNumberPrefix,
    credit_note_number_prefix: row.creditNoteNumberPrefix,
    invoice_seller: row.invoiceSeller,
    invoice_payment: row.invoicePayment,
    updated_at: row.updatedAt.toISOString(),
  };
}
