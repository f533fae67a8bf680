import { z } from "zod";
import { TimestampInput } from "../../platform/schema/common.ts";
import { internalOperation, operation } from "../../platform/schema/operation.ts";

/** Statuses of a subscription that has not ended, in the order in which the dashboard shows them. */
export const LIVE_STATUSES = ["ACTIVE", "TRIALING", "PAST_DUE", "UNPAID", "PAUSED"] as const;

/** Statuses of a waitlist entry, in the order in which it gets them. */
export const WAITLIST_STATUSES = ["PENDING", "INVITED", "REGISTERED", "REJECTED"] as const;

const Count = z.number().int().min(0);

/** The tenant's figures at a glance. Every status is there, with 0 where nothing has it. */
export const Overview = z.object({
  customers: z.object({
    total: Count.meta({ description: "Customers that were not erased." }),
    subscribed: Count.meta({ description: "Those of them with a live subscription." }),
  }),
  subscriptions: z.object({
    live: Count.meta({ description: "Subscriptions in any status but CANCELED." }),
    by_status: z.array(z.object({ status: z.enum(LIVE_STATUSES), count: Count })),
  }),
  waitlist: z.object({
    total: Count,
    by_status: z.array(z.object({ status: z.enum(WAITLIST_STATUSES), count: Count })),
  }),
});

export const overviewMeta = internalOperation({ role: "VIEWER" });

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
