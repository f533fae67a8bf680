import { z } from "zod";
import { Timestamp } from "../../platform/schema/common.ts";
import { PROVIDERS } from "../../platform/schema/provider.ts";
import { WaitlistEntry } from "../admission/waitlist/schema.ts";
import { DriftMend } from "../billing/card-provider/drift/schema.ts";
import { UsageRecord } from "../billing/counters/schema.ts";
import { CreditNote } from "../billing/credit-notes/schema.ts";
import { Dispute } from "../billing/disputes/schema.ts";
import { InvoiceNotice } from "../billing/invoice-notices/schema.ts";
import { Invoice } from "../billing/invoices/schema.ts";
import { Charge } from "../billing/ledger/schema.ts";
import { Override } from "../billing/overrides/schema.ts";
import { PackMigration } from "../billing/pack-migrations/schema.ts";
import { Refund } from "../billing/refunds/schema.ts";
import { ExchangeRate } from "../billing/revenue/rates/schema.ts";
import { Quote } from "../billing/subscriptions/change/schema.ts";
import { Subscription } from "../billing/subscriptions/schema.ts";
import { Copy } from "../catalog/copies/schema.ts";
import { Deleted, Pack } from "../catalog/packs/schema.ts";
import { Feature, Plan, PlanPrice, Product } from "../catalog/schema.ts";
import { ChangedCustomer, CustomerSummary } from "../customers/schema.ts";
import { eventFields } from "../events/schema.ts";
import { EVENT_TYPES, type EventType } from "../events/types.ts";
import { Erasure } from "../privacy/schema.ts";
import { Application, Settings, TenantGrant } from "../tenants/schema.ts";
import { TestClock } from "../test-clocks/schema.ts";
import { DeletedWebhookEndpoint } from "./delete-endpoint-schema.ts";
import { WebhookEndpoint } from "./schema.ts";

const id = z.string();
const Named = z.object({ id, email: z.string(), name: z.string().nullable() });
const MemberFacts = z.object({ user_id: id, email: z.string(), role: z.string().nullable() });
const Addressed = z.object({ id, email: z.string() });
const Gone = z.object({ id });
const CardOfCustomer = z.object({ customer_id: z.string(), payment_method_id: z.string() });

const ExpiringCard = CardOfCustomer.extend({
  subscription_id: z.string().meta({ description: "A subscription that is charged to it." }),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
});

const UpcomingInvoice = z
  .object({
    id: z.string().meta({ description: "The subscription's: there is no invoice yet." }),
    customer_id: z.string(),
    provider: z.enum(PROVIDERS),
    plan_price_id: z
      .string()
      .meta({ description: "The price from then on, of a scheduled change if there is one." }),
    renews_at: Timestamp,
    currency: z.string(),
    recurring_amount: z.number().int().meta({
      description:
        "The price and what is bought by the step for the next period, in minor units, before usage, taxes and discounts.",
    }),
    waiting_amount: z.number().int().meta({
      description: "What waits for the invoice besides, in minor units, as known now: below 0 it is credit.",
    }),
  })
  .meta({ id: "UpcomingInvoice" });

const InvitationTokenFacts = z
  .object({
    id,
    email: z.string(),
    expires_at: Timestamp,
    used_at: Timestamp.nullable(),
    revoked_at: Timestamp.nullable(),
    waitlist_entry_id: z.string().nullable(),
  })
  .meta({ id: "InvitationTokenFacts" });

const InvitationCodeFacts = z
  .object({
    id,
    expires_at: Timestamp.nullable(),
    max_uses: z.number().int(),
    used_count: z.number().int(),
    revoked_at: Timestamp.nullable(),
  })
  .meta({ id: "InvitationCodeFacts" });

/** The data of an event of each type: the object as it then was, in its public form. */
const DATA: Record<EventType, z.ZodType> = {
  "application.created": Application,
  "application.updated": Application,
  "application.rotated": Application,
  "application.revoked": Application,
  "provider_account.connected": z.object({
    provider: z.string(),
    endpoint: z.string(),
    is_test_mode: z.boolean(),
  }),
  "drift.mended": DriftMend,
  "drift.mend_undone": DriftMend,
  "provider_account.callbacks_rotated": z.object({
    provider: z.string(),
    url: z.string(),
    rotated_at: Timestamp,
  }),
  "settings.updated": Settings,
  "exchange_rate.set": ExchangeRate,
  "exchange_rate.deleted": ExchangeRate,
  "catalog.copied": Copy,
  "tenant.sandbox_created": z.object({ tenant_id: z.string(), slug: z.string() }),
  "tenant.access_granted": TenantGrant,
  "tenant.access_revoked": TenantGrant,
  "signing_key.rotated": z.object({
    kid: z.string().meta({ description: "The new key." }),
    signs_from: Timestamp.meta({ description: "From then on the new key signs." }),
    replaced_kids: z.array(z.string()).meta({ description: "The keys that it replaces." }),
    replaced_until: Timestamp.meta({
      description: "Until then they are published; after that, do not trust what they signed.",
    }),
  }),
  "member.invited": MemberFacts,
  "member.joined": Addressed,
  "member.role_changed": MemberFacts,
  "member.removed": MemberFacts,
  "user.identity_linked": z.object({
    id,
    issuer: z.string().meta({ description: "The provider that the account is at." }),
  }),
  "user.updated": Named,
  "user.two_factor_enabled": Named,
  "user.two_factor_disabled": Named,
  "user.registration_requested": Named,
  "user.created": Named,
  "user.signed_out": z.object({ id, sessions_ended: z.number().int() }),
  "user.password_changed": Addressed.extend({ name: z.string().nullable().optional() }),
  "user.password_reset_requested": Addressed,
  "user.password_reset": Addressed,
  "customer.created": CustomerSummary,
  "customer.updated": ChangedCustomer,
  "customer.note_added": z.object({ id, customer_id: z.string() }),
  "customer.note_deleted": Deleted,
  "product.created": Product,
  "product.updated": Product,
  "product.archived": Product,
  "plan.created": Plan,
  "plan.updated": Plan,
  "plan.archived": Plan,
  "plan_price.created": PlanPrice,
  "plan_price.updated": PlanPrice,
  "plan_price.archived": PlanPrice,
  "feature.created": Feature,
  "feature.updated": Feature,
  "feature.archived": Feature,
  "pack.created": Pack,
  "pack.updated": Pack,
  "pack.published": Pack,
  "pack.archived": Pack,
  "pack.deleted": Deleted,
  "pack_migration.started": PackMigration,
  "pack_migration.rolled_back": PackMigration,
  "override.created": Override,
  "override.revoked": Override,
  "payment_method.set": CardOfCustomer,
  "payment_method.updated": CardOfCustomer,
  "payment_method.removed": CardOfCustomer,
  "payment_method.expiring": ExpiringCard,
  "quote.created": Quote,
  "portal_session.created": z.object({ id, customer_id: z.string(), expires_at: Timestamp }),
  "provider_portal_session.created": z.object({ customer_id: z.string() }),
  "checkout.created": z.object({
    id,
    customer_id: z.string(),
    plan_price_id: z.string(),
    status: z.literal("OPEN"),
    subscription_id: z.string().meta({ description: "The id that the subscription will have." }),
  }),
  "subscription.created": Subscription,
  "subscription.updated": Subscription,
  "subscription.plan_changed": Subscription,
  "subscription.change_scheduled": Subscription,
  "subscription.change_waiting": Subscription,
  "subscription.change_unscheduled": Subscription,
  "subscription.renewed": Subscription,
  "subscription.moved": Subscription,
  "subscription.pack_changed": Subscription,
  "subscription.activated": Subscription,
  "subscription.trial_started": Subscription,
  "subscription.trial_ending": Subscription,
  "subscription.past_due": Subscription,
  "subscription.unpaid": Subscription,
  "subscription.paused": Subscription,
  "subscription.resumed": Subscription,
  "subscription.cancel_scheduled": Subscription,
  "subscription.cancel_withdrawn": Subscription,
  "subscription.canceled": Subscription,
  "subscription.surplus_ended": z.object({
    id,
    reason: z.enum(["SECOND", "TRIAL_USED", "SUPERSEDED"]).meta({
      description:
        "SECOND: the customer had a live one of the same product. TRIAL_USED: the trial had been used and the price was not paid. SUPERSEDED: the cardholder confirmed it after another start had replaced it.",
    }),
    customer_id: z.string(),
    product_id: z.string(),
    provider_subscription_id: z.string(),
    refunded_amount: z.number().int().meta({ description: "The refunded amount, in minor units." }),
    currency: z.string(),
    created_at: Timestamp,
  }),
  "invoice.upcoming": UpcomingInvoice,
  "invoice.created": Invoice,
  "invoice.issued": Invoice,
  "invoice.updated": Invoice,
  "invoice.paid": Invoice,
  "invoice.partially_paid": Invoice,
  "invoice.payment_taken_back": Invoice,
  "invoice.payment_failed": Invoice,
  "invoice.reminded": Invoice,
  "invoice.reminders_stopped": Invoice,
  "invoice.reminders_resumed": Invoice,
  "invoice.due_date_extended": Invoice,
  "invoice.voided": Invoice,
  "invoice.marked_uncollectible": Invoice,
  "invoice.reopened": Invoice,
  "credit_note.created": CreditNote,
  "credit_note.updated": CreditNote,
  "credit_note.voided": CreditNote,
  "refund.created": Refund,
  "refund.updated": Refund,
  "dispute.created": Dispute,
  "dispute.updated": Dispute,
  "dispute.closed": Dispute,
  "invoice_notice.opened": InvoiceNotice,
  "invoice_notice.closed": InvoiceNotice,
  "charge.added": Charge,
  "charge.decided": Charge,
  "usage.limit_reached": z.object({
    id,
    customer_id: z.string(),
    feature_key: z.string(),
    dimension: z.string().nullable(),
    used: z.number(),
    limit: z.number(),
    period_start: z.string(),
    period_end: z.string(),
  }),
  "usage.set": UsageRecord,
  "usage.billed": z.object({
    id,
    customer_id: z.string(),
    subscription_id: z.string().nullable(),
    amount: z.number().int().meta({ description: "In the currency's minor unit (cents; yen as is)." }),
    currency: z.string(),
    period_start: Timestamp,
    period_end: Timestamp,
  }),
  "test_clock.created": TestClock,
  "test_clock.advanced": TestClock,
  "test_clock.deleted": Gone,
  "waitlist.joined": WaitlistEntry,
  "waitlist.invited": WaitlistEntry,
  "waitlist.confirmed": WaitlistEntry,
  "waitlist.returned": WaitlistEntry,
  "waitlist.registered": WaitlistEntry,
  "waitlist.rejected": WaitlistEntry,
  "waitlist.erased": Gone,
  "invitation.token_created": InvitationTokenFacts,
  "invitation.token_resent": InvitationTokenFacts,
  "invitation.code_created": InvitationCodeFacts,
  "invitation.redeemed": z.object({
    id,
    redemption_id: z.string(),
    subject: z.string().meta({ description: "The user who redeemed it, by the caller's identifier." }),
    customer_id: z.string().nullable().meta({
      description:
        "The customer who gets what a code grants. null: none yet; the event comes again, with the same redemption_id, when the code is redeemed again with a customer.",
    }),
    redeemed_at: Timestamp,
  }),
  "invitation.revoked": z.union([InvitationTokenFacts, InvitationCodeFacts]),
  "invitation.revealed": z.union([InvitationTokenFacts, InvitationCodeFacts]),
  "mail.tested": z.object({ id, template: z.string(), status: z.literal("QUEUED") }),
  "mail.retried": z.object({ id, template: z.string(), status: z.literal("QUEUED") }),
  "mail.revealed": z.object({ id, template: z.string() }),
  "history.erased": z.object({
    id,
    object_ids: z.array(z.string()).meta({ description: "Erase your own data of these, too." }),
    event_ids: z
      .array(z.string())
      .optional()
      .meta({ description: "Single events of other objects that mentioned the person." }),
    audit_entry_ids: z.array(z.string()).optional(),
  }),
  "personal_data.exported": z.object({
    id,
    customer_ids: z.array(z.string()),
    user_ids: z.array(z.string()),
    waitlist_entry_ids: z.array(z.string()),
  }),
  "erasure.requested": Erasure,
  "erasure.completed": Erasure,
  "webhook_endpoint.created": WebhookEndpoint,
  "webhook_endpoint.updated": WebhookEndpoint,
  "webhook_endpoint.secret_rotated": WebhookEndpoint,
  "webhook_endpoint.enabled": WebhookEndpoint,
  "webhook_endpoint.disabled": WebhookEndpoint,
  "webhook_endpoint.replayed": WebhookEndpoint.extend({
    queued: z.number().int(),
    event_id: z.string().nullable(),
  }),
  "webhook_endpoint.tested": WebhookEndpoint,
  "webhook_endpoint.deleted": DeletedWebhookEndpoint,
};

// The types hold this as well; without them the OpenAPI document and the documentation fail with words of their own.
for (const type of Object.keys(EVENT_TYPES))
  if (!(type in DATA)) throw new Error(`Say what ${type} carries in server/domain/webhooks/catalogue.ts.`);

const Erased = z
  .object({ id, erased: z.literal(true) })
  .meta({ id: "ErasedObject", description: "The object of a person who asked to be forgotten." });

/** The whole body of a webhook of each type, as a schema. */
export const EVENT_BODIES = Object.fromEntries(
  Object.entries(DATA).map(([type, data]) => [
    type,
    z.object({ ...eventFields, type: z.literal(type), data: z.union([data, Erased]) }),
  ]),
);

/** The catalogue as rows: type, what happened, what data it carries. */
export function listEventTypes(): { type: EventType; meaning: string; data: string }[] {
  return Object.entries(EVENT_TYPES).map(([name, meaning]) => {
    // The keys of our own object literal.
    const type = name as EventType;
    return { type, meaning, data: nameOf(DATA[type]) };
  });
}

/** A schema's name in the OpenAPI document, or its fields where it has none. */
function nameOf(schema: z.ZodType): string {
  const name = schema.meta()?.id;
  if (name) return name;
  if (schema instanceof z.ZodUnion)
    return schema.options.map((option) => nameOf(option as z.ZodType)).join(" or ");
  return schema instanceof z.ZodObject ? Object.keys(schema.shape).join(", ") : "";
}
