import { z } from "zod";
import { Identifier, pageOf, pageQuery } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { OWN_DATA } from "../../../platform/schema/throttles.ts";
import { CreditNote } from "./schema.ts";

export const ListCreditNotes = z.strictObject({
  ...pageQuery,
  customer: Identifier.optional().meta({
    description: "The tenant's own identifier of the customer, or our cus_ id.",
  }),
  invoice_id: Identifier.optional().meta({ description: "Only those of this invoice." }),
  subscription_id: Identifier.optional().meta({ description: "Only those of this subscription's invoices." }),
});

export const CreditNotePage = pageOf(CreditNote);

export const listCreditNotesMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "GET",
  path: "/v1/billing/credit-notes",
  summary: "List credit notes",
  description: "Newest first, with their lines; by customer, invoice or subscription.",
  isForEndUsers: true,
  errors: ["customer_not_found"],
  throttle: OWN_DATA,
});

export const getCreditNoteMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "GET",
  path: "/v1/billing/credit-notes/{id}",
  summary: "Get a credit note",
  description: "With its lines.",
  isForEndUsers: true,
  errors: ["credit_note_not_found"],
  throttle: OWN_DATA,
});
