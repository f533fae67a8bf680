import { operation } from "../../../platform/schema/operation.ts";
import { COSTLY_READ } from "../../../platform/schema/throttles.ts";

export const downloadCreditNoteMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  method: "GET",
  path: "/v1/billing/credit-notes/{id}/pdf",
  summary: "Download a credit note as PDF",
  description: "A credit note of ours; the card provider has the documents of its own.",
  isForEndUsers: true,
  errors: ["credit_note_not_found", "credit_note_at_card_provider"],
  answersFile: "application/pdf",
  throttle: COSTLY_READ,
});
