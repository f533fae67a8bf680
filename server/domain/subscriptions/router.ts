import { router, tenantProcedure } from "../../trpc/init.ts";
import * as browsing from "./browse-schema.ts";
import { browseSubscriptions } from "./browse-subscriptions.ts";
import { getSubscription } from "./get-subscription.ts";
import { listSubscriptions } from "./list-subscriptions.ts";
import * as schema from "./schema.ts";
import { startSubscription } from "./start-subscription.ts";

/** Subscriptions. */
export const subscriptionsRouter = router({
  start: tenantProcedure
    .meta(schema.startSubscriptionMeta)
    .input(schema.StartSubscription)
    .output(schema.Subscription)
    .mutation(({ ctx, input }) => startSubscription(ctx.scope, input)),
  get: tenantProcedure
    .meta(schema.getSubscriptionMeta)
    .input(schema.GetSubscription)
    .output(schema.Subscription)
    .query(({ ctx, input }) => getSubscription(ctx.scope, input)),
  list: tenantProcedure
    .meta(schema.listSubscriptionsMeta)
    .input(schema.ListSubscriptions)
    .output(schema.SubscriptionPage)
    .query(({ ctx, input }) => listSubscriptions(ctx.scope, input)),
  browse: tenantProcedure
    .meta(browsing.browseSubscriptionsMeta)
    .input(browsing.BrowseSubscriptions)
    .output(browsing.SubscriptionRows)
    .query(({ ctx, input }) => browseSubscriptions(ctx.scope, input)),
});
