import { setTimeout as pause } from "node:timers/promises";
import Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import { ProviderMissing, ProviderRefusal, type ProviderWords } from "../port.ts";

const RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 300;
/** The shortest of the times for which Stripe counts what is done with one object. */
const OBJECT_RETRY_SECONDS = 60;

/** Milliseconds between attempts while another request holds the key; the SDK makes up to three requests in each attempt. */
const CONFLICT_PAUSES = [500, 1000, 2000];

/**
 * Runs calls to Stripe and turns each error into an ApiError with a K7 code; the cause is kept for the log. While another
 * request with the same idempotency key runs, it waits and calls again, which then returns the response of the other request.
 */
export async function callStripe<T>(
  call: () => Promise<T>,
  pauses: readonly number[] = CONFLICT_PAUSES,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const [wait, ...rest] = pauses;
    if (wait === undefined || !isConflict(error)) throw toApiError(error);
    await pause(wait);
    return callStripe(call, rest);
  }
}

/** All pages of a list, each object in the port's form; throws the same errors as callStripe. */
export async function* listAll<T, View>(
  list: () => AsyncIterable<T>,
  view: (thing: T) => View | Promise<View>,
): AsyncGenerator<View> {
  try {
    for await (const thing of list()) yield await view(thing);
  } catch (error) {
    throw toApiError(error);
  }
}

/** Stripe's error as ours, with its words where it refuses: https://docs.stripe.com/error-handling. */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Stripe.errors.StripeError))
    return new ApiError("card_provider_answer_unknown", { cause: error });
  const provider = wordsOf(error);
  if (needsConfirmation(error))
    return new ApiError("card_authentication_required", {
      cause: error,
      details: { client_secret: null, provider },
    });
  if (error instanceof Stripe.errors.StripeCardError) return declined(error);
  if (error.code === "customer_tax_location_invalid")
    return new ApiError("tax_address_required", { cause: error, details: { provider } });
  if (isWithoutMethod(error))
    return new ApiError("payment_method_invalid", { cause: error, details: { provider } });
  if (error.statusCode === 401)
    return new ApiError("card_provider_key_revoked", { cause: error, details: { refused: "key", provider } });
  // A restricted key without the permission: https://docs.stripe.com/keys/restricted-api-keys
  if (error.statusCode === 403)
    return new ApiError("card_provider_key_revoked", {
      cause: error,
      details: { refused: "permission", provider },
    });
  if (isOfOneObject(error))
    return new ApiError("card_provider_rate_limited", {
      cause: error,
      retryAfter: OBJECT_RETRY_SECONDS,
      details: { provider },
    });
  if (isUnavailable(error)) {
    const hasAnswered = error.statusCode !== undefined;
    return new ApiError("card_provider_unavailable", {
      cause: error,
      retryAfter: retrySeconds(error),
      ...(hasAnswered && { details: { provider } }),
    });
  }
  // A missing object is not a refusal: the key may be another account's, and the operation may have succeeded.
  if (error instanceof Stripe.errors.StripeInvalidRequestError)
    return isMissing(error)
      ? new ProviderMissing(error, provider, namedIn(error))
      : new ProviderRefusal(error, provider);
  return new ApiError("card_provider_answer_unknown", { cause: error, details: { provider } });
}

/** `message`, `code`, `param` and `requestId` of StripeError in the SDK, which has "" or undefined for what Stripe left out. */
export function wordsOf({ message, code, param, requestId }: Stripe.errors.StripeError): ProviderWords {
  return { message, code: code || null, param: param || null, request_id: requestId || null };
}

function declined(error: Stripe.errors.StripeCardError): ApiError {
  // The SDK has "" for a decline code that Stripe left out.
  const [code, declineCode] = [error.code || null, error.decline_code || null];
  // Stripe writes card errors for the cardholder. Our own sentence says that the card was declined, and ends with the full stop.
  const said = error.message.replace(/^Your card was declined\.\s*/, "").replace(/\.$/, "");
  const reason = said || (declineCode ?? code ?? "")?.replaceAll("_", " ") || "no reason given";
  return new ApiError("card_declined", {
    cause: error,
    details: { reason, code, decline_code: declineCode, provider: wordsOf(error) },
  });
}

/** Off session the card is declined because it needs authentication; on session the payment waits for an action. */
const CONFIRMATION_CODES = [
  "authentication_required",
  "subscription_payment_intent_requires_action",
  "invoice_payment_intent_requires_action",
];

/** Whether the charge is refused only because the cardholder has to confirm it. */
export function needsConfirmation(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return CONFIRMATION_CODES.includes(error.code ?? "") || error.decline_code === "authentication_required";
}

/** Whether Stripe does not know the object, or no longer. */
export function isMissing(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** The id that Stripe names in "No such customer: 'cus_…'": https://docs.stripe.com/error-codes#resource-missing. */
function namedIn(error: Stripe.errors.StripeError): string | null {
  return /^No such [\w ]+: '([^']+)'/.exec(error.message)?.[1] ?? null;
}

/** A charge without a payment method (Stripe names no parameter then), or with one that is not the customer's. */
function isWithoutMethod(error: unknown): boolean {
  return hasNoMethod(error) || (isMissing(error) && error.param?.includes("payment_method") === true);
}

/**
 * Whether a charge is refused because its customer has no payment method: "This customer has no attached payment source or default
 * payment method", which names no parameter.
 */
export function hasNoMethod(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return isMissing(error) && !error.param;
}

/** Another request with the same key, or on the same object, is still running. */
function isConflict(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError && (error.statusCode === 409 || error.code === "lock_timeout")
  );
}

/**
 * 10 new invoices of a subscription in a minute and 20 in a day, or 200 changes of its quantities in an hour:
 * https://docs.stripe.com/rate-limits, which has the header, too.
 */
function isOfOneObject({ statusCode, headers }: Stripe.errors.StripeError): boolean {
  return statusCode === 429 && headers?.["stripe-rate-limited-reason"] === "resource-specific";
}

function isUnavailable(error: Stripe.errors.StripeError): boolean {
  const status = error.statusCode ?? 0;
  return (
    error instanceof Stripe.errors.StripeConnectionError || status === 409 || status === 429 || status >= 500
  );
}

function retrySeconds(error: Stripe.errors.StripeError): number {
  const requested = Number(error.headers?.["retry-after"]);
  return Number.isInteger(requested) && requested > 0
    ? Math.min(requested, MAX_RETRY_SECONDS)
    : RETRY_SECONDS;
}
