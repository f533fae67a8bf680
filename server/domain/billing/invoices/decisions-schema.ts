import { z } from "zod";
import { ActorType, Identifier, pageOf, pageQuery, Timestamp } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";

export const DecisionKind = z.enum([
  "VOIDED",
  "REISSUED",
  "WRITTEN_OFF",
  "NOT_WRITTEN_OFF",
  "REOPENED",
  "REFUND_TAKEN_BACK",
  "DUE_DATE_EXTENDED",
  "REMINDERS_STOPPED",
  "REMINDERS_RESUMED",
]);

/** What a person decided about an invoice of ours. */
const InvoiceDecision = z
  .object({
    id: z.string().meta({ description: "Begins with idec_." }),
    invoice_id: z.string(),
    kind: DecisionKind.meta({
      description:
        "VOIDED: it was voided. REISSUED: it was voided, and another one issued for it. WRITTEN_OFF: what was left to pay is not collected any more. NOT_WRITTEN_OFF: the card provider did not do that, because it was paid or voided there meanwhile, or refused. REOPENED: it was written off and is open again, because that was taken back, or because it was paid and a payment was taken back. REFUND_TAKEN_BACK: a refund of it was recorded by mistake, or its transfer came back. DUE_DATE_EXTENDED: it is due later. REMINDERS_STOPPED, REMINDERS_RESUMED: of its reminders.",
    }),
    reason: z.string().nullable().meta({
      description: "A person's words; null where none were given, or after the customer's data was erased.",
    }),
    actor_type: ActorType,
    actor_id: z.string().meta({ description: "Who decided." }),
    created_at: Timestamp,
  })
  .meta({ id: "InvoiceDecision" });

export const ListDecisions = z.strictObject({ id: Identifier, ...pageQuery });

export const DecisionPage = pageOf(InvoiceDecision);

export const listDecisionsMeta = operation({
  method: "GET",
  path: "/v1/billing/invoices/{id}/decisions",
  tag: "Billing",
  security: "app+jwt",
  summary: "List what was decided about an invoice",
  description: "What people did with it by hand and why, newest first.",
  errors: ["invoice_not_found"],
});
