import { z } from "zod";
import { TimestampInput } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { Count, WAITLIST_STATUSES } from "./schema.ts";

export const FunnelRange = z.strictObject({
  from: TimestampInput.optional().meta({ description: "Only who joined at or after this moment." }),
  to: TimestampInput.optional().meta({ description: "Only who joined before this moment." }),
});

export const Funnel = z
  .object({
    joined: Count.meta({ description: "Entries of the waitlist." }),
    invited: Count.meta({ description: "Those of them who were invited, now or before they registered." }),
    registered: Count.meta({ description: "Those of them who registered." }),
    paying: Count.meta({
      description: "Those of them whose customer has a live subscription that costs something.",
    }),
    by_status: z.array(z.object({ status: z.enum(WAITLIST_STATUSES), count: Count })),
  })
  .meta({ id: "WaitlistFunnel" });

export const funnelMeta = operation({
  method: "GET",
  path: "/v1/waitlist/funnel",
  tag: "Waitlist",
  security: "app",
  summary: "Count the waitlist's funnel",
  description: "How many joined, were invited, registered and pay, of those who joined in the range.",
});
