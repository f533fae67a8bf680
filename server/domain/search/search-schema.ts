import { z } from "zod";
import { searchText } from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";

export const Search = z.strictObject({ q: searchText(200) });

export const Found = z.object({
  results: z.array(
    z.object({
      kind: z.enum([
        "customer",
        "subscription",
        "invoice",
        "waitlist_entry",
        "product",
        "plan",
        "feature",
        "event",
      ]),
      id: z.string(),
      title: z.string(),
      detail: z.string(),
      /** Of a customer: the tenant's own identifier, which forms send. */
      external_id: z.string().optional(),
    }),
  ),
});

export const searchMeta = internalOperation({ role: "VIEWER" });
