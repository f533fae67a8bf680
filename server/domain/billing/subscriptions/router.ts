import { router, tenantProcedure } from "../../../trpc/init.ts";
import * as browsing from "./browse-schema.ts";
import { browseSubscriptions } from "./browse-subscriptions.ts";
import { changePlan } from "./change/change-plan.ts";
import { moveProvider } from "./change/move-provider.ts";
import { previewChange } from "./change/preview-change.ts";
import { dropPendingChange } from "./change/schedule-change.ts";
import * as lifecycleSchema from "./change/schema.ts";
import * as ending from "./end/end-subscription.ts";
import * as endingSchema from "./end/schema.ts";
import { getSubscription } from "./get-subscription.ts";
import { listSubscriptions } from "./list-subscriptions.ts";
import * as schema from "./schema.ts";
import { Subscription } from "./schema.ts";
import { createSubscription } from "./start/create-subscription.ts";
import { startSubscription } from "./start/start-subscription.ts";

/** Subscriptions: start, change, pause, resume, cancel, list. */
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
  create: tenantProcedure
    .meta(lifecycleSchema.createSubscriptionMeta)
    .input(lifecycleSchema.CreateSubscription)
    .output(Subscription)
    .mutation(({ ctx, input }) => createSubscription(ctx.scope, input)),
  previewChange: tenantProcedure
    .meta(lifecycleSchema.previewChangeMeta)
    .input(lifecycleSchema.PreviewChange)
    .output(lifecycleSchema.Quote)
    .mutation(({ ctx, input }) => previewChange(ctx.scope, input)),
  changePlan: tenantProcedure
    .meta(lifecycleSchema.changePlanMeta)
    .input(lifecycleSchema.ChangePlan)
    .output(Subscription)
    .mutation(({ ctx, input }) => changePlan(ctx.scope, input)),
  dropPendingChange: tenantProcedure
    .meta(lifecycleSchema.dropPendingChangeMeta)
    .input(endingSchema.SubscriptionId)
    .output(Subscription)
    .mutation(({ ctx, input }) => dropPendingChange(ctx.scope, input)),
  moveProvider: tenantProcedure
    .meta(lifecycleSchema.moveProviderMeta)
    .input(lifecycleSchema.MoveProvider)
    .output(Subscription)
    .mutation(({ ctx, input }) => moveProvider(ctx.scope, input)),
  cancel: tenantProcedure
    .meta(endingSchema.cancelSubscriptionMeta)
    .input(endingSchema.CancelSubscription)
    .output(Subscription)
    .mutation(({ ctx, input }) => ending.cancelSubscription(ctx.scope, input)),
  pause: tenantProcedure
    .meta(endingSchema.pauseSubscriptionMeta)
    .input(endingSchema.SubscriptionId)
    .output(Subscription)
    .mutation(({ ctx, input }) => ending.pauseSubscription(ctx.scope, input)),
  resume: tenantProcedure
    .meta(endingSchema.resumeSubscriptionMeta)
    .input(endingSchema.SubscriptionId)
    .output(Subscription)
    .mutation(({ ctx, input }) => ending.resumeSubscription(ctx.scope, input)),
});
