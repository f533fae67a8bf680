import { router, tenantProcedure } from "../../trpc/init.ts";
import { Invoice } from "../invoicing/schema.ts";
import { Subscription } from "../subscriptions/schema.ts";
import { changePlan } from "./change-plan.ts";
import { createSubscription } from "./create-subscription.ts";
import * as ending from "./end-subscription.ts";
import * as endingSchema from "./ending-schema.ts";
import { moveProvider } from "./move-provider.ts";
import * as payment from "./payment-methods.ts";
import * as paymentSchema from "./payment-schema.ts";
import { previewChange } from "./preview-change.ts";
import { dropPendingChange } from "./schedule-change.ts";
import * as schema from "./schema.ts";
import * as settle from "./settle.ts";
import * as settleSchema from "./settle-schema.ts";

/** What happens to a subscription over years, on either provider. */
export const lifecycleRouter = router({
  create: tenantProcedure
    .meta(schema.createSubscriptionMeta)
    .input(schema.CreateSubscription)
    .output(Subscription)
    .mutation(({ ctx, input }) => createSubscription(ctx.scope, input)),
  previewChange: tenantProcedure
    .meta(schema.previewChangeMeta)
    .input(schema.PreviewChange)
    .output(schema.Quote)
    .mutation(({ ctx, input }) => previewChange(ctx.scope, input)),
  changePlan: tenantProcedure
    .meta(schema.changePlanMeta)
    .input(schema.ChangePlan)
    .output(Subscription)
    .mutation(({ ctx, input }) => changePlan(ctx.scope, input)),
  dropPendingChange: tenantProcedure
    .meta(schema.dropPendingChangeMeta)
    .input(endingSchema.SubscriptionId)
    .output(Subscription)
    .mutation(({ ctx, input }) => dropPendingChange(ctx.scope, input)),
  moveProvider: tenantProcedure
    .meta(schema.moveProviderMeta)
    .input(schema.MoveProvider)
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
  payInvoice: tenantProcedure
    .meta(settleSchema.payInvoiceMeta)
    .input(settleSchema.PayInvoice)
    .output(Invoice)
    .mutation(({ ctx, input }) => settle.recordPayment(ctx.scope, input)),
  voidInvoice: tenantProcedure
    .meta(settleSchema.voidInvoiceMeta)
    .input(settleSchema.VoidInvoice)
    .output(Invoice)
    .mutation(({ ctx, input }) => settle.takeBackInvoice(ctx.scope, input)),
  listPaymentMethods: tenantProcedure
    .meta(paymentSchema.listPaymentMethodsMeta)
    .input(paymentSchema.NameCustomer)
    .output(paymentSchema.PaymentMethods)
    .query(({ ctx, input }) => payment.listPaymentMethods(ctx.scope, input)),
  setPaymentMethod: tenantProcedure
    .meta(paymentSchema.setPaymentMethodMeta)
    .input(paymentSchema.SetPaymentMethod)
    .output(paymentSchema.PaymentMethods)
    .mutation(({ ctx, input }) => payment.setPaymentMethod(ctx.scope, input)),
  removePaymentMethod: tenantProcedure
    .meta(paymentSchema.removePaymentMethodMeta)
    .input(paymentSchema.RemovePaymentMethod)
    .output(paymentSchema.PaymentMethods)
    .mutation(({ ctx, input }) => payment.removePaymentMethod(ctx.scope, input)),
  openProviderPortal: tenantProcedure
    .meta(paymentSchema.openProviderPortalMeta)
    .input(paymentSchema.OpenPortal)
    .output(paymentSchema.ProviderPortal)
    .mutation(({ ctx, input }) => payment.openProviderPortal(ctx.scope, input)),
});
