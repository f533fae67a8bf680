import { z } from "zod";
import { searchText } from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";

export const Search = z.strictObject({ q: searchText(200) });

export const Found = z.object({
  results: z.array(
    z.object({
      kind: z.enum(["customer", "subscription", "invoice", "waitlist_entry", "plan", "feature", "event"]),
      id: z.string(),
      title: z.string(),
      detail: z.string(),
    }),
  ),
});

export const searchMeta = internalOperation({ role: "VIEWER" });
