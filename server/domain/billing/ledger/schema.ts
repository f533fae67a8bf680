import { z } from "zod";
import {
  ActorType,
  Currency,
  Identifier,
  lines,
  pageOf,
  pageQuery,
  Timestamp,
} from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { internalOperation, operation } from "../../../platform/schema/operation.ts";
import { PROVIDERS } from "../../../platform/schema/provider.ts";
import { CustomerSummary } from "../../customers/schema.ts";

const Provider = z.enum(PROVIDERS);

const Account = z.enum([
  "UNBILLED",
  "RECEIVABLE",
  "CREDIT",
  "CASH",
  "REVENUE",
  "DISCOUNT",
  "GIVEN_BACK",
  "TAX",
  "DISPUTED",
  "WRITTEN_OFF",
  "CANCELED",
]);

const JournalTransfer = z
  .object({
    id: z.string().meta({ description: "Begins with jrn_." }),
    kind: z.string().meta({
      description:
        "What happened. ACCRUED: it was owed from then on. MOVED: credit went to the other provider with its subscription. SURPLUS: a payment brought it beyond what was due, or that payment was taken back. PLACED: it came to an invoice. ENDED: it was taken off the invoice, or was owed again. WRITTEN_OFF: it was given up.",
    }),
    debit_account: Account.meta({
      description:
        "The account that is debited. UNBILLED (charges that wait for an invoice; below 0 credit that does, such as a credit note's), RECEIVABLE, CASH, DISCOUNT (discounts and credit notes), GIVEN_BACK (refunds without a credit note, and credit given by hand: what was billed stays billed), DISPUTED, WRITTEN_OFF (bad debt: billed, and not collected any more, less credit that nobody uses) and CANCELED (charged, and given up on no invoice that counts) rise by it; REVENUE, CREDIT (what an invoice left over, what payments brought beyond what was due, and the balance at the card provider) and TAX fall.",
    }),
    debit_provider: Provider.meta({ description: "Who holds the debit account." }),
    credit_account: Account.meta({
      description: "The account that is credited. REVENUE, CREDIT and TAX rise by it; the others fall.",
    }),
    credit_provider: Provider.meta({ description: "Who holds the credit account." }),
    amount: Amount.meta({ description: "In the currency's minor unit, always above 0." }),
    at: Timestamp.meta({ description: "When it happened." }),
  })
  .meta({ id: "JournalTransfer" });

export const ChargeState = z.enum(["waiting", "sent", "invoiced", "held", "written_off", "balance"]);

const Why = z
  .object({
    code: z.string().meta({
      description:
        "VOIDED: its invoice was voided. REMOVED: its item was deleted at the card provider. REFUSED: the card provider refuses its item, such as an amount above its largest. CHANGED: its item was given another amount there, and the line of that amount is a charge of its own. PAUSED: by a pause of its subscription. LEFT: it is what the customer's balance with the card provider was in an account or mode that the tenant left; no invoice uses it. RETURNED: the tenant came back to that account. UNPAID: its period began while the subscription was UNPAID. MOVED: its period is billed by us, because the subscription moved to PROVIDER_B as it began. NOT_MADE: the change that it was for was not confirmed. DECIDED: a person decided about a held charge, or about credit that no invoice would use. ERASED: the customer's personal data was erased.",
    }),
    reason: z.string().nullable().meta({ description: "A person's words; null where none were given." }),
    actor_type: ActorType,
    actor_id: z.string().meta({ description: "Who put it there." }),
    at: Timestamp.meta({ description: "When it was put there." }),
  })
  .meta({ id: "ChargeReason" });

/** Something that a customer owes, or is owed, with where it is. */
export const Charge = z
  .object({
    id: z.string().meta({ description: "Begins with chg_." }),
    customer_id: z.string().meta({ description: "Who owes it." }),
    subscription_id: z
      .string()
      .nullable()
      .meta({ description: "The subscription it is for; null: for none." }),
    provider: Provider.meta({ description: "Who invoiced the subscription when it was charged." }),
    currency: z.string().meta({ description: "ISO 4217, in upper case." }),
    amount: Amount.meta({
      description:
        "In the currency's minor unit. Above 0: the customer owes it. Below 0: it is given back. Never 0.",
    }),
    cause: z
      .enum([
        "COUNTER",
        "PERIOD",
        "CHANGE",
        "CREDIT",
        "CARRIED",
        "ITEM",
        "CORRECTION",
        "PROVIDER_LINE",
        "LEGACY",
      ])
      .meta({
        description:
          "COUNTER: use past a limit. PERIOD: a plan and its steps for a billing period. CHANGE: a change of plan. CREDIT: credit that an invoice left over. CARRIED: the line by which that invoice says so. ITEM: a single item. CORRECTION: takes another charge back, by a credit note for example. PROVIDER_LINE: a line that the card provider computed. LEGACY: from before charges were kept.",
      }),
    description: z.string().meta({ description: "The text of its line on an invoice." }),
    period_start: Timestamp.meta({ description: "When the time that is paid for begins." }),
    period_end: Timestamp.meta({ description: "When that time ends." }),
    due_at: Timestamp.nullable().meta({
      description:
        "When it is invoiced by itself if no renewal has taken it before; null: with the next invoice.",
    }),
    state: ChargeState.meta({
      description:
        "waiting: for the next invoice. sent: to the card provider, and on no issued invoice yet. invoiced: on an issued invoice. held: for a person's decision. written_off: not owed any more. balance: credit that went to the customer's balance at the card provider.",
    }),
    why: Why.nullable().meta({
      description: "Why it is in this state; null where no decision put it there.",
    }),
    invoice_id: z
      .string()
      .nullable()
      .meta({ description: "The invoice that it is on, or was on last; null: it was on none." }),
    invoice_number: z
      .string()
      .nullable()
      .meta({ description: "The number of that invoice; null where it has none." }),
    corrects: z
      .string()
      .nullable()
      .meta({ description: "The charge that it takes back, in part or whole; null: none." }),
    created_at: Timestamp.meta({ description: "When it was charged." }),
    transfers: z
      .array(JournalTransfer)
      .meta({ description: "What the journal says of it, the oldest transfer first." }),
  })
  .meta({ id: "Charge" });

export const ChargePage = pageOf(Charge);

export const ChargeId = z.strictObject({ id: Identifier });

const filters = {
  customer: Identifier.optional().meta({
    description: "The tenant's own identifier of the customer, or our cus_ id.",
  }),
  subscription_id: Identifier.optional().meta({ description: "Only charges for this subscription." }),
  invoice_id: Identifier.optional().meta({ description: "Only charges that are or were on this invoice." }),
  currency: Currency.optional().meta({ description: "Only charges in this currency." }),
  state: ChargeState.optional().meta({ description: "Only charges in this state." }),
};

export const ListCharges = z.strictObject({ ...pageQuery, ...filters });

/** A table of the dashboard. */
export const ChargeRows = pageOf(Charge.omit({ transfers: true }).extend({ customer: CustomerSummary }));

export const NoInput = z.strictObject({});
export const HeldCount = z.object({ held: z.number().int() });

export const DecideCharge = z
  .strictObject({
    id: Identifier,
    decision: z.enum(["wait", "write_off", "balance"]).meta({
      description:
        "wait: it is on the next invoice; one whose due_at is over, or whose subscription has ended, is invoiced by itself; credit of no subscription is the customer's own (settle-credit). write_off: it is not owed any more, and what a change of plan gave back for its time is owed again. balance: what the customer's balance in a former account of the card provider was is added to their balance in the present one, within minutes; of the other mode it is refused (charge_not_movable_to_balance).",
    }),
    reason: lines(500).meta({
      description: "Why, for those who read it later. Erased with the customer's personal data.",
    }),
  })
  .meta({ id: "DecideChargeRequest" });

const shared = { tag: "Billing", security: "app+jwt" } as const;

export const listChargesMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/billing/ledger",
  summary: "List charges",
  description:
    "Everything that customers owe or are owed, newest first, of both providers: what waits for an invoice, what is on one, what is held for a decision. Each with its transfers in the journal.",
  errors: ["customer_not_found"],
});

export const getChargeMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/billing/ledger/{id}",
  summary: "Get a charge",
  description: "With its transfers in the journal.",
  errors: ["charge_not_found"],
});

export const decideChargeMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/billing/ledger/{id}/decide",
  summary: "Decide about a held charge",
  description:
    "A charge is held when its invoice was voided, or its item deleted, at the card provider: that does not say whether it is still owed; or when it was a customer's balance in an account of the card provider that the tenant left. Of several decisions the first one counts; the others are refused (charge_not_held).",
  scope: "billing:admin",
  isAtomic: true,
  errors: [
    "charge_not_found",
    "charge_not_held",
    "charge_without_subscription",
    "charge_not_movable_to_balance",
  ],
});

export const browseChargesMeta = internalOperation({ role: "VIEWER" });
