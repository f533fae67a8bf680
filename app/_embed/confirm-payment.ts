import type { PaymentIntent, Stripe, StripeError } from "@stripe/stripe-js";
import type { PaymentOutcome } from "../../server/http/embed-protocol.ts";

/**
 * Takes a payment through its cardholder's confirmation, whatever state it is in
 * (https://docs.stripe.com/payments/paymentintents/lifecycle). `handleNextAction` throws unless the state is `requires_action` (its
 * comment in @stripe/stripe-js). A payment that was refused without its holder is in the state `requires_payment_method`: it is tried
 * again with the card that was refused (https://docs.stripe.com/payments/save-and-reuse#charge-saved-payment-method), or the customer's
 * own where none is named. Never throws.
 */
export async function confirmPayment(stripe: Stripe, clientSecret: string): Promise<PaymentOutcome> {
  try {
    const { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret);
    if (error) return failed(error);
    if (paymentIntent.status === "requires_action")
      return outcomeOf(await stripe.handleNextAction({ clientSecret }));
    const method = methodOf(paymentIntent);
    const isWaiting = ["requires_payment_method", "requires_confirmation"].includes(paymentIntent.status);
    if (!isWaiting) return outcomeOf({ paymentIntent });
    return outcomeOf(
      await stripe.confirmPayment({
        clientSecret,
        confirmParams: {
          ...(method !== null && { payment_method: method }),
          return_url: window.location.href,
        },
        redirect: "if_required",
      }),
    );
  } catch {
    // The provider's script throws at developers alone: its words are not for the customer.
    return NO_ANSWER;
  }
}

const NO_ANSWER = { status: "failed", code: null, decline_code: null, message: "" } as const;

function outcomeOf({
  paymentIntent,
  error,
}: {
  paymentIntent?: PaymentIntent;
  error?: StripeError;
}): PaymentOutcome {
  if (error) return failed(error);
  if (paymentIntent?.status === "succeeded" || paymentIntent?.status === "processing")
    return { status: paymentIntent.status, payment_intent: paymentIntent.id };
  return { ...NO_ANSWER, code: paymentIntent?.status ?? null };
}

function failed({ code, type, decline_code, message }: StripeError): PaymentOutcome {
  return { status: "failed", code: code ?? type, decline_code: decline_code ?? null, message: message ?? "" };
}

/** The card that the payment has, or had when it was refused. */
function methodOf({ payment_method: method, last_payment_error: error }: PaymentIntent): string | null {
  if (method !== null) return typeof method === "string" ? method : method.id;
  return error?.payment_method?.id ?? null;
}
