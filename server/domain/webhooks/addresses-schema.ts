import { z } from "zod";
import { internalOperation } from "../../platform/schema/operation.ts";

export const AddressRule = z.object({
  may_be_private: z
    .boolean()
    .meta({ description: "Whether http and addresses that are not public are allowed." }),
  what_holds: z.string().meta({ description: "What an address must be, in words, without a full stop." }),
});

export const addressRuleMeta = internalOperation({ role: "VIEWER" });
