import Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";

const RETRY_SECONDS = 5;

/** Runs a call to Stripe and turns whatever it throws into an ApiError with a K7 code; the cause stays for the log. */
export async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toApiError(error);
  }
}

/** Stripe's error as ours: https://docs.stripe.com/error-handling. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Stripe.errors.StripeCardError) return declined(error);
  if (error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError) {
    return new ApiError("K7009", { cause: error });
  }
  const isAway =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    isKeyInUse(error) ||
    (error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500);
  if (isAway) return new ApiError("K7005", { cause: error, retryAfter: RETRY_SECONDS });
  return new ApiError("K7006", { cause: error });
}

function declined(error: Stripe.errors.StripeCardError): ApiError {
  if (error.code === "authentication_required" || error.code === "subscription_payment_intent_requires_action") {
    return new ApiError("K7002", { cause: error });
  }
  const details = { reason: error.message, code: error.code ?? null, decline_code: error.decline_code ?? null };
  return new ApiError("K7001", { cause: error, details });
}

/** Another request with the same idempotency key is still running. */
export function isKeyInUse(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "idempotency_key_in_use";
}

/** What Stripe does not have, or has no longer. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}
