import { Nothing, router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { createSetupIntent } from "./create-setup-intent.ts";
import { describeCardForm } from "./describe-card-form.ts";
import * as payment from "./payment-methods.ts";
import * as paymentSchema from "./schema.ts";
import * as setup from "./setup-intent-schema.ts";

/** A customer's cards, and the forms that take them. */
export const paymentMethodsRouter = router({
  list: query(
    paymentSchema.listPaymentMethodsMeta,
    paymentSchema.NameCustomer,
    paymentSchema.PaymentMethods,
    payment.listPaymentMethods,
  ),
  set: mutation(
    paymentSchema.setPaymentMethodMeta,
    paymentSchema.SetPaymentMethod,
    paymentSchema.PaymentMethods,
    payment.setPaymentMethod,
  ),
  remove: mutation(
    paymentSchema.removePaymentMethodMeta,
    paymentSchema.RemovePaymentMethod,
    paymentSchema.PaymentMethods,
    payment.removePaymentMethod,
  ),
  createSetupIntent: mutation(
    setup.createSetupIntentMeta,
    setup.CreateSetupIntent,
    setup.SetupIntent,
    createSetupIntent,
  ),
  cardForm: query(setup.describeCardFormMeta, Nothing, setup.CardForm, describeCardForm),
});
