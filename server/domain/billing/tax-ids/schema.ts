import { z } from "zod";
import { Identifier } from "../../../platform/schema/common.ts";

export const customerOfTaxIds = Identifier.meta({
  description: "The tenant's own identifier of the customer, or our cus_ id.",
});

export const TaxIds = z.object({
  data: z.array(
    z
      .object({
        type: z.string(),
        value: z.string(),
        verification: z.enum(["PENDING", "VERIFIED", "UNVERIFIED"]).nullable().meta({
          description:
            "What an authority answered when the card provider asked about it; null: none is asked about this kind, or the customer is not at the card provider.",
        }),
      })
      .meta({ id: "CustomerTaxId" }),
  ),
});

export const TAX_IDS_PATH = "/v1/billing/tax-ids";
