import { Nothing, router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { createSetupIntent } from "./create-setup-intent.ts";
import { describeCardForm } from "./describe-card-form.ts";
import { listPaymentMethods } from "./list-payment-methods.ts";
import { removePaymentMethod } from "./remove-payment-method.ts";
import * as paymentSchema from "./schema.ts";
import { setPaymentMethod } from "./set-payment-method.ts";
import * as setup from "./setup-intent-schema.ts";

/** A customer's cards, and the forms that take them. */
export const paymentMethodsRouter = router({
  list: query(
    paymentSchema.listPaymentMethodsMeta,
    paymentSchema.NameCustomer,
    paymentSchema.PaymentMethods,
    listPaymentMethods,
  ),
  set: mutation(
    paymentSchema.setPaymentMethodMeta,
    paymentSchema.SetPaymentMethod,
    paymentSchema.PaymentMethods,
    setPaymentMethod,
  ),
  remove: mutation(
    paymentSchema.removePaymentMethodMeta,
    paymentSchema.RemovePaymentMethod,
    paymentSchema.PaymentMethods,
    removePaymentMethod,
  ),
  createSetupIntent: mutation(
    setup.createSetupIntentMeta,
    setup.CreateSetupIntent,
    setup.SetupIntent,
    createSetupIntent,
  ),
  cardForm: query(setup.describeCardFormMeta, Nothing, setup.CardForm, describeCardForm),
});
