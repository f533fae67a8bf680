import { Failure, invalid } from "./wire/failure.ts";

// Each limit's source and test is a row of docs/strictness.md.

/** https://docs.stripe.com/webhooks: endpoints of one account; github.com/Subscribie/subscribie/issues/352 met it. */
export const MAX_WEBHOOK_ENDPOINTS = 16;
/** https://docs.stripe.com/metadata */
export const METADATA = { keys: 50, keyLength: 40, valueLength: 500 };
/** https://docs.stripe.com/api/idempotent_requests */
const MAX_KEY_LENGTH = 255;
/** SubscriptionCreateParams.items and add_invoice_items in the SDK: "up to 20". */
export const MAX_ITEMS = 20;
/** Checkout.SessionCreateParams.optional_items in the SDK: "a maximum of 10". */
export const MAX_OPTIONAL_ITEMS = 10;

/** Refuses a list that is longer than Stripe takes. No source has the words. */
export function checkCount(list: unknown[] | undefined, most: number, param: string): void {
  if (list && list.length > most)
    throw invalid(`You may only specify up to ${most} of ${param}; you sent ${list.length}.`, { param });
}

/** Metadata as it is after a change, by the words of github.com/FlowFuse/flowfuse/issues/1948. */
export function checkMetadata(metadata: Record<string, string>): void {
  const { length } = Object.keys(metadata);
  if (length <= METADATA.keys) return;
  const message =
    `Metadata can have up to ${METADATA.keys} keys, but you've set ${length}. Email us at support+metadata@stripe.com for ` +
    "more information.";
  throw invalid(message, { param: "metadata" });
}

/** The idempotency key of a POST, by the words of github.com/cartalyst/stripe/issues/65; null where none was sent. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (typeof header !== "string") return null;
  if (header.length >= 1 && header.length <= MAX_KEY_LENGTH) return header;
  throw invalid(
    `Idempotent key length is ${header.length}, which is outside accepted lengths. Idempotent Keys must be 1-${MAX_KEY_LENGTH} ` +
      "characters long. If you're looking for a decent generator, try using a UUID defined by IETF RFC 4122.",
  );
}

/** Stripe publishes no size: the sandbox refuses what no request of the API comes near. */
export function tooLarge(): Failure {
  return new Failure({ status: 413, type: "invalid_request_error", message: "The request is too large." });
}
