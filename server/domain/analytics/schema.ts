import { z } from "zod";
import { internalOperation } from "../../platform/schema/operation.ts";

/** Statuses of a subscription that is not over, in the order in which people read them. */
export const LIVE_STATUSES = ["ACTIVE", "TRIALING", "PAST_DUE", "UNPAID", "PAUSED"] as const;

/** Statuses of a waitlist entry, in the order in which it goes through them. */
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
