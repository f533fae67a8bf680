import { z } from "zod";
import { internalOperation } from "../../platform/schema/operation.ts";
import { Count, WAITLIST_STATUSES } from "./schema.ts";

/** Statuses of a subscription that has not ended, in the order in which the dashboard shows them. */
export const LIVE_STATUSES = ["ACTIVE", "TRIALING", "PAST_DUE", "UNPAID", "PAUSED"] as const;

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
