import { z } from "zod";
import { EmailInput, Timestamp, text } from "../../platform/schema/common.ts";
import { internalOperation, operation } from "../../platform/schema/operation.ts";

const WebUrl = z.url({ protocol: /^https?$/ }).max(2048);

const fields = {
  name: text(100).meta({ description: "The product's name, as mails and pages show it." }),
  signup_policy: z.enum(["OPEN", "INVITE_ONLY", "WAITLIST"]).meta({
    description:
      "Who may register: everybody, or whoever has an invitation; WAITLIST sends the others to the waitlist.",
  }),
  waitlist_referrals: z
    .boolean()
    .meta({ description: "Whether whoever brings others to the waitlist moves up in line." }),
  grace_period_days: z
    .number()
    .int()
    .min(0)
    .max(365)
    .meta({ description: "Days of access after a renewal's payment failed." }),
  trial_end_policy: z
    .enum(["CANCEL", "PAUSE", "FREE_PLAN"])
    .meta({ description: "What becomes of a trial that ends without a card." }),
  dunning_end_policy: z
    .enum(["UNPAID", "CANCELED"])
    .meta({ description: "What becomes of a subscription whose payment failed for the last time." }),
  brand_color: z.string().regex(/^#[0-9a-f]{6}$/i, "must be a colour such as #4f46e5"),
  logo_url: WebUrl.nullable(),
  website_url: WebUrl.nullable().meta({
    description:
      "Where links in mails lead: the pages accept-invitation, verify-email, reset-password below it.",
  }),
  support_email: EmailInput.nullable(),
};

export const Settings = z
  .object({
    tenant_id: z.string(),
    slug: z.string(),
    mode: z.enum(["LIVE", "TEST"]),
    ...fields,
    support_email: z.string().nullable(),
    updated_at: Timestamp,
  })
  .meta({ id: "Settings" });

export const UpdateSettings = z
  .strictObject({
    name: fields.name.optional(),
    signup_policy: fields.signup_policy.optional(),
    waitlist_referrals: fields.waitlist_referrals.optional(),
    grace_period_days: fields.grace_period_days.optional(),
    trial_end_policy: fields.trial_end_policy.optional(),
    dunning_end_policy: fields.dunning_end_policy.optional(),
    brand_color: fields.brand_color.optional(),
    logo_url: fields.logo_url.optional(),
    website_url: fields.website_url.optional(),
    support_email: fields.support_email.optional(),
  })
  .meta({ id: "UpdateSettingsRequest" });

const shared = {
  path: "/v1/settings",
  tag: "Settings",
  security: "app+jwt",
  scope: "billing:admin",
} as const;

export const getSettingsMeta = operation({
  ...shared,
  method: "GET",
  summary: "Get the tenant's settings",
  description: "Branding and policies.",
});

export const updateSettingsMeta = operation({
  ...shared,
  method: "PATCH",
  summary: "Change the tenant's settings",
  description: "Those that are sent; the others stay.",
});

export const CreateSandbox = z.strictObject({});
export const CreatedSandbox = z.object({ tenant_id: z.string(), slug: z.string() });

export const createSandboxMeta = internalOperation({ role: "ADMIN", errors: ["K3005", "K3015"] });
