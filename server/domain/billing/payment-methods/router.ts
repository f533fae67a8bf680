import { Nothing, router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { createSetupIntent } from "./create-setup-intent.ts";
import { CreateSetupIntent, createSetupIntentMeta, SetupIntent } from "./create-setup-intent-schema.ts";
import { describeCardForm } from "./describe-card-form.ts";
import { CardForm, describeCardFormMeta } from "./describe-card-form-schema.ts";
import { listPaymentMethods } from "./list-payment-methods.ts";
import { listPaymentMethodsMeta, NameCustomer } from "./list-payment-methods-schema.ts";
import { removePaymentMethod } from "./remove-payment-method.ts";
import { RemovePaymentMethod, removePaymentMethodMeta } from "./remove-payment-method-schema.ts";
import { PaymentMethods } from "./schema.ts";
import { setPaymentMethod } from "./set-payment-method.ts";
import { SetPaymentMethod, setPaymentMethodMeta } from "./set-payment-method-schema.ts";

/** A customer's cards, and the forms that take them. */
export const paymentMethodsRouter = router({
  list: query(listPaymentMethodsMeta, NameCustomer, PaymentMethods, listPaymentMethods),
  set: mutation(setPaymentMethodMeta, SetPaymentMethod, PaymentMethods, setPaymentMethod),
  remove: mutation(removePaymentMethodMeta, RemovePaymentMethod, PaymentMethods, removePaymentMethod),
  createSetupIntent: mutation(createSetupIntentMeta, CreateSetupIntent, SetupIntent, createSetupIntent),
  cardForm: query(describeCardFormMeta, Nothing, CardForm, describeCardForm),
});
