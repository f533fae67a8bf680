import { Nothing, router, tenantProcedure } from "../../../trpc/init.ts";
import { createSetupIntent } from "./create-setup-intent.ts";
import { describeCardForm } from "./describe-card-form.ts";
import * as payment from "./payment-methods.ts";
import * as paymentSchema from "./schema.ts";
import * as setup from "./setup-intent-schema.ts";

/** A customer's cards, and the forms that take them. */
export const paymentMethodsRouter = router({
  list: tenantProcedure
    .meta(paymentSchema.listPaymentMethodsMeta)
    .input(paymentSchema.NameCustomer)
    .output(paymentSchema.PaymentMethods)
    .query(({ ctx, input }) => payment.listPaymentMethods(ctx.scope, input)),
  set: tenantProcedure
    .meta(paymentSchema.setPaymentMethodMeta)
    .input(paymentSchema.SetPaymentMethod)
    .output(paymentSchema.PaymentMethods)
    .mutation(({ ctx, input }) => payment.setPaymentMethod(ctx.scope, input)),
  remove: tenantProcedure
    .meta(paymentSchema.removePaymentMethodMeta)
    .input(paymentSchema.RemovePaymentMethod)
    .output(paymentSchema.PaymentMethods)
    .mutation(({ ctx, input }) => payment.removePaymentMethod(ctx.scope, input)),
  createSetupIntent: tenantProcedure
    .meta(setup.createSetupIntentMeta)
    .input(setup.CreateSetupIntent)
    .output(setup.SetupIntent)
    .mutation(({ ctx, input }) => createSetupIntent(ctx.scope, input)),
  cardForm: tenantProcedure
    .meta(setup.describeCardFormMeta)
    .input(Nothing)
    .output(setup.CardForm)
    .query(({ ctx }) => describeCardForm(ctx.scope)),
});
