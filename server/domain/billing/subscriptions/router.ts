import { BoundedCount } from "../../../platform/bounded-count.ts";
import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { Charge } from "../ledger/schema.ts";
import { addItem } from "./add-item.ts";
import { AddItem, addItemMeta } from "./add-item-schema.ts";
import * as browsing from "./browse-schema.ts";
import { browseSubscriptions, countSubscriptions } from "./browse-subscriptions.ts";
import { ChangeOptions, readChangeOptionsMeta } from "./change/change-options-schema.ts";
import { changePlan } from "./change/change-plan.ts";
import { moveProvider } from "./change/move-provider.ts";
import { previewChange } from "./change/preview-change.ts";
import { readChangeOptions } from "./change/read-change-options.ts";
import { readUnconfirmedChange } from "./change/read-unconfirmed.ts";
import { dropPendingChange } from "./change/schedule-change.ts";
import * as lifecycleSchema from "./change/schema.ts";
import * as ending from "./end/end-subscription.ts";
import * as endingSchema from "./end/schema.ts";
import { getSubscription } from "./get-subscription.ts";
import { listSubscriptions } from "./list-subscriptions.ts";
import * as schema from "./schema.ts";
import { createSubscription } from "./start/create-subscription.ts";
import { PreviewStart, previewStartMeta, StartPreview } from "./start/preview-schema.ts";
import { previewStart } from "./start/preview-start.ts";
import { startSubscription } from "./start/start-subscription.ts";

/** Subscriptions: start, change, pause, resume, cancel, list. */
export const subscriptionsRouter = router({
  start: mutation(
    schema.startSubscriptionMeta,
    schema.StartSubscription,
    schema.Subscription,
    startSubscription,
  ),
  get: query(schema.getSubscriptionMeta, schema.GetSubscription, schema.Subscription, getSubscription),
  list: query(
    schema.listSubscriptionsMeta,
    schema.ListSubscriptions,
    schema.SubscriptionPage,
    listSubscriptions,
  ),
  browse: query(
    browsing.browseSubscriptionsMeta,
    browsing.BrowseSubscriptions,
    browsing.SubscriptionRows,
    browseSubscriptions,
  ),
  count: query(
    browsing.browseSubscriptionsMeta,
    browsing.CountSubscriptions,
    BoundedCount,
    countSubscriptions,
  ),
  create: mutation(
    lifecycleSchema.createSubscriptionMeta,
    lifecycleSchema.CreateSubscription,
    schema.Subscription,
    createSubscription,
  ),
  previewStart: query(previewStartMeta, PreviewStart, StartPreview, previewStart),
  readChangeOptions: query(
    readChangeOptionsMeta,
    endingSchema.SubscriptionId,
    ChangeOptions,
    readChangeOptions,
  ),
  previewChange: mutation(
    lifecycleSchema.previewChangeMeta,
    lifecycleSchema.PreviewChange,
    lifecycleSchema.Quote,
    previewChange,
  ),
  changePlan: mutation(
    lifecycleSchema.changePlanMeta,
    lifecycleSchema.ChangePlan,
    schema.Subscription,
    changePlan,
  ),
  readUnconfirmed: query(
    lifecycleSchema.readUnconfirmedMeta,
    endingSchema.SubscriptionId,
    lifecycleSchema.UnconfirmedChange.nullable(),
    readUnconfirmedChange,
  ),
  dropPendingChange: mutation(
    lifecycleSchema.dropPendingChangeMeta,
    endingSchema.SubscriptionId,
    schema.Subscription,
    dropPendingChange,
  ),
  moveProvider: mutation(
    lifecycleSchema.moveProviderMeta,
    lifecycleSchema.MoveProvider,
    schema.Subscription,
    moveProvider,
  ),
  cancel: mutation(
    endingSchema.cancelSubscriptionMeta,
    endingSchema.CancelSubscription,
    schema.Subscription,
    ending.cancelSubscription,
  ),
  pause: mutation(
    endingSchema.pauseSubscriptionMeta,
    endingSchema.SubscriptionId,
    schema.Subscription,
    ending.pauseSubscription,
  ),
  resume: mutation(
    endingSchema.resumeSubscriptionMeta,
    endingSchema.SubscriptionId,
    schema.Subscription,
    ending.resumeSubscription,
  ),
  addItem: mutation(addItemMeta, AddItem, Charge, addItem),
});
