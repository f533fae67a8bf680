import { z } from "zod";
import { internalOperation } from "../../platform/schema/operation.ts";

export const SetupGaps = z.object({
  has_card_provider: z.boolean(),
  lacks_card_provider: z.boolean().meta({
    description:
      "Whether a LIVE tenant sells prices above 0 and no card provider is connected: nobody can buy by card.",
  }),
  lacks_key: z.boolean().meta({
    description: "Whether a LIVE tenant sells prices above 0 and no back end has a key that works.",
  }),
  lacks_bank_details: z.boolean().meta({
    description: "Whether customers pay by transfer, and the invoices do not say how (invoice_payment).",
  }),
  lacks_mail_server: z.boolean().meta({
    description:
      "Whether mails of a LIVE tenant reach nobody, as no mail server is set up. Not where its cards go to the embedded sandbox: its customers are made up.",
  }),
});

export const setupGapsMeta = internalOperation({ role: "VIEWER" });
