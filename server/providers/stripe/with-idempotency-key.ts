import Stripe from "stripe";

/** How many keys are tried before we wait until Stripe removes them, a day later. */
const MAX_KEYS = 10;

type Options = Pick<Stripe.RequestOptions, "idempotencyKey" | "maxNetworkRetries">;

/**
 * Creates something once, with an idempotency key. Stripe replays a stored 500 under the same key for a day, and such a 500 does
 * not say whether the object was created. After a replayed 500, `find` searches for the object; when there is none, it is created
 * with the next key of a fixed sequence (`key`, `key:2`, …). All callers try the keys in that order, so the object is created
 * once, even with concurrent calls or after a crash. A new failure is thrown at once; the next call continues with the next key.
 * https://docs.stripe.com/error-low-level#idempotency
 */
export async function withIdempotencyKey<T>(
  key: string,
  make: (options: Options) => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  for (let number = 1; ; number++) {
    try {
      return await make(number === 1 ? { idempotencyKey: key } : next(key, number));
    } catch (error) {
      if (!isReplayedFailure(error)) throw error;
      const found = await find();
      if (found !== undefined) return found;
      if (number === MAX_KEYS) throw error;
    }
  }
}

/** Without the SDK's own retries: their replayed 500 would look like a failure stored long ago. */
function next(key: string, number: number): Options {
  return { idempotencyKey: `${key}:${number}`, maxNetworkRetries: 0 };
}

function isReplayedFailure(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError) || (error.statusCode ?? 0) < 500) return false;
  return error.headers?.["idempotent-replayed"] === "true";
}

/** A `find` for objects that cost nothing and are not visible to customers when they are created twice. */
export async function withoutSearch(): Promise<undefined> {
  return undefined;
}
