import { z } from "zod";
import { internalOperation } from "../../../platform/schema/operation.ts";

export const CheckedLogo = z.object({
  problem: z.string().nullable().meta({
    description: "Why invoices, receipts and credit notes go without the picture; null where they show it.",
  }),
});

/** For those who can mend it. */
export const checkLogoMeta = internalOperation({ role: "ADMIN" });
