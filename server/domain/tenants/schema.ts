import { z } from "zod";
import { Currency, EmailInput, lines, Timestamp, text, WebUrl } from "../../platform/schema/common.ts";
import { isExactOrigin } from "../../platform/schema/exact-origin.ts";

/** Pages that mails link to. */
export const MAILED_PAGES = [
  "accept-invitation",
  "verify-email",
  "reset-password",
  "sign-in",
  "waitlist-position",
] as const;

export const ApplicationOrigin = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .toLowerCase()
  .refine(
    isExactOrigin,
    "Write one exact origin such as https://app.example.com: no wildcard, no path, no user name",
  )
  .meta({
    description:
      "One exact origin, as browsers send it in the header Origin, such as https://app.example.com. http is for localhost, 127.0.0.1, [::1] and the address of this installation (origin_not_secure).",
  });

export const ApplicationScopes = z.array(z.enum(["billing:admin"])).max(1);

export const Application = z
  .object({
    id: z.string().meta({ description: "Also the OAuth client_id of a SERVER application." }),
    name: z.string(),
    kind: z.enum(["SERVER", "BROWSER"]),
    allowed_origins: z
      .array(z.string())
      .meta({ description: "Origins whose pages may call as this application." }),
    scopes: z.array(z.string()).meta({ description: "Scopes its tokens carry." }),
    identifier_hint: z.string().meta({ description: "The last four characters of its x-app-id value." }),
    created_at: Timestamp,
    updated_at: Timestamp,
    revoked_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable().meta({
      description: "When a request last came with its keys, to five minutes; null: never.",
    }),
  })
  .meta({ id: "Application" });

const days = z.number().int().min(0).max(365);

const NumberPrefix = z
  .string()
  .max(20)
  .regex(/^[A-Za-z0-9/_.-]*$/, "must be letters, digits and /_.-");

export const settingsFields = {
  name: text(100).meta({ description: "The product's name, as mails and pages show it." }),
  signup_policy: z.enum(["OPEN", "INVITE_ONLY", "WAITLIST"]).meta({
    description:
      "Who may register. OPEN: everyone. INVITE_ONLY: people with an invitation. WAITLIST: the same, and the others can join the waitlist.",
  }),
  waitlist_referrals: z.boolean().meta({
    description:
      "Whether a person who refers others moves up on the waitlist, once those confirm their address or register.",
  }),
  grace_period_days: z
    .number()
    .int()
    .min(0)
    .max(365)
    .meta({ description: "Days of access after a renewal's payment failed." }),
  trial_end_policy: z
    .enum(["CANCEL", "PAUSE", "FREE_PLAN"])
    .meta({ description: "What happens to a trial that ends without a card." }),
  dunning_end_policy: z
    .enum(["UNPAID", "CANCELED"])
    .meta({ description: "What happens to a subscription when its last payment retry fails." }),
  brand_color: z.string().regex(/^#[0-9a-f]{6}$/i, "must be a colour such as #4f46e5"),
  logo_url: WebUrl.nullable(),
  website_url: WebUrl.nullable().meta({
    description: `The base address of links in mails: the pages ${MAILED_PAGES.join(", ")} below it.`,
  }),
  support_email: EmailInput.nullable(),
  automatic_tax: z.boolean().meta({ description: "Whether the card provider computes and collects taxes." }),
  tax_behavior: z.enum(["INCLUSIVE", "EXCLUSIVE"]).nullable().meta({
    description:
      "With automatic_tax, whether prices contain taxes (INCLUSIVE) or taxes are added to them (EXCLUSIVE); null: as the card provider's tax settings say. Counts for what is sold from then on; running subscriptions keep theirs.",
  }),
  reporting_currency: Currency.nullable().meta({
    description:
      "The currency to which revenue is also converted, at the exchange rates that you set; null: revenue is by currency alone.",
  }),
  invoice_due_days: days.meta({ description: "Days within which an invoice is to be paid by transfer." }),
  unpaid_after_days: days.meta({
    description:
      "Days past due after which a subscription that is invoiced by hand becomes what dunning_end_policy says.",
  }),
  reminder_days: z
    .array(z.number().int().min(1).max(365))
    .max(10)
    .refine((list) => list.every((day, index) => index === 0 || day > (list[index - 1] ?? 0)), "must ascend")
    .meta({ description: "Days past due on which the customer is reminded." }),
  invoice_number_prefix: NumberPrefix.meta({
    description: "The prefix of the numbers of our invoices. Earlier invoices keep theirs.",
  }),
  credit_note_number_prefix: NumberPrefix.meta({
    description: "The prefix of the numbers of our credit notes. Earlier ones keep theirs.",
  }),
  invoice_seller: lines(1000)
    .nullable()
    .meta({ description: "The seller's name, address and tax number, as invoices show them." }),
  invoice_payment: lines(1000)
    .nullable()
    .meta({ description: "How to pay an invoice: the bank account, say." }),
};

export const Settings = z
  .object({
    tenant_id: z.string(),
    slug: z.string(),
    mode: z.enum(["LIVE", "TEST"]),
    ...settingsFields,
    support_email: z.string().nullable(),
    updated_at: Timestamp,
  })
  .meta({ id: "Settings" });

export const TenantGrant = z
  .object({
    tenant_id: z.string().meta({ description: "The tenant that may read." }),
    granted_tenant_id: z.string().meta({ description: "The tenant whose waitlist it may read." }),
    created_at: Timestamp,
  })
  .meta({ id: "TenantGrant" });
