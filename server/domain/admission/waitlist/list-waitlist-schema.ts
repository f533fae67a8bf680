import { z } from "zod";
import { Identifier, partFields } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { numberTextOr, plainNumber } from "../../../platform/schema/query.ts";
import { WaitlistEntry, WaitlistEntryStatus } from "./schema.ts";

const MOST = 1_000;

export const ListWaitlist = z.strictObject({
  status: WaitlistEntryStatus.optional().meta({ description: "Only entries with this status." }),
  ...partFields,
  limit: numberTextOr(50, plainNumber().int().min(1).max(MOST)).meta({
    description: "How many entries to return at most.",
  }),
  tenant_id: Identifier.optional().meta({
    description: "The target tenant: the caller's own when left out, or a sandbox or parent it was granted.",
  }),
});

export const WaitlistPage = z
  .object({
    entries: z.array(WaitlistEntry),
    pagination: z.object({
      total: z.number().int(),
      limit: z.number().int(),
      offset: z.number().int(),
      hasMore: z.boolean(),
    }),
  })
  .meta({ id: "WaitlistPage" });

/** docs/interface.md 4.9. */
export const listWaitlistMeta = operation({
  method: "GET",
  path: "/v1/waitlist",
  tag: "Waitlist",
  security: "app",
  summary: "List waitlist entries",
  description: "In the order in which they joined.",
  errors: ["tenant_access_denied"],
});
