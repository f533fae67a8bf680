import { BoundedCount } from "../../../platform/bounded-count.ts";
import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { Charge } from "../ledger/schema.ts";
import { addItem } from "./add-item.ts";
import { AddItem, addItemMeta } from "./add-item-schema.ts";
import * as browsing from "./browse-schema.ts";
import { browseSubscriptions, countSubscriptions } from "./browse-subscriptions.ts";
import { changePlan } from "./change/change-plan.ts";
import { ChangePlan, changePlanMeta } from "./change/change-plan-schema.ts";
import { dropPendingChange } from "./change/drop-pending-change.ts";
import { moveProvider } from "./change/move-provider.ts";
import { MoveProvider, moveProviderMeta } from "./change/move-provider-schema.ts";
import { previewChange } from "./change/preview-change.ts";
import { PreviewChange, previewChangeMeta } from "./change/preview-change-schema.ts";
import { readChangeOptions } from "./change/read-change-options.ts";
import { ChangeOptions, readChangeOptionsMeta } from "./change/read-change-options-schema.ts";
import { dropPendingChangeMeta } from "./change/schedule-change-schema.ts";
import { Quote } from "./change/schema.ts";
import * as ending from "./end/end-subscription.ts";
import {
  CancelSubscription,
  cancelSubscriptionMeta,
  pauseSubscriptionMeta,
  resumeSubscriptionMeta,
} from "./end/end-subscription-schema.ts";
import { SubscriptionId } from "./end/schema.ts";
import { getSubscription } from "./get-subscription.ts";
import { GetSubscription, getSubscriptionMeta } from "./get-subscription-schema.ts";
import { listSubscriptions } from "./list-subscriptions.ts";
import { ListSubscriptions, listSubscriptionsMeta, SubscriptionPage } from "./list-subscriptions-schema.ts";
import { Subscription } from "./schema.ts";
import { createSubscription } from "./start/create-subscription.ts";
import { createSubscriptionMeta } from "./start/create-subscription-schema.ts";
import { previewStart } from "./start/preview-start.ts";
import { PreviewStart, previewStartMeta, StartPreview } from "./start/preview-start-schema.ts";
import { CreateSubscription } from "./start/schema.ts";
import { startSubscription } from "./start/start-subscription.ts";
import { StartSubscription, startSubscriptionMeta } from "./start/start-subscription-schema.ts";

/** Subscriptions: start, change, pause, resume, cancel, list. */
export const subscriptionsRouter = router({
  start: mutation(startSubscriptionMeta, StartSubscription, Subscription, startSubscription),
  get: query(getSubscriptionMeta, GetSubscription, Subscription, getSubscription),
  list: query(listSubscriptionsMeta, ListSubscriptions, SubscriptionPage, listSubscriptions),
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
  create: mutation(createSubscriptionMeta, CreateSubscription, Subscription, createSubscription),
  previewStart: query(previewStartMeta, PreviewStart, StartPreview, previewStart),
  readChangeOptions: query(readChangeOptionsMeta, SubscriptionId, ChangeOptions, readChangeOptions),
  previewChange: mutation(previewChangeMeta, PreviewChange, Quote, previewChange),
  changePlan: mutation(changePlanMeta, ChangePlan, Subscription, changePlan),
  dropPendingChange: mutation(dropPendingChangeMeta, SubscriptionId, Subscription, dropPendingChange),
  moveProvider: mutation(moveProviderMeta, MoveProvider, Subscription, moveProvider),
  cancel: mutation(cancelSubscriptionMeta, CancelSubscription, Subscription, ending.cancelSubscription),
  pause: mutation(pauseSubscriptionMeta, SubscriptionId, Subscription, ending.pauseSubscription),
  resume: mutation(resumeSubscriptionMeta, SubscriptionId, Subscription, ending.resumeSubscription),
  addItem: mutation(addItemMeta, AddItem, Charge, addItem),
});
