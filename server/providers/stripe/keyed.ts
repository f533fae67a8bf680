import Stripe from "stripe";

/** How many keys are tried in all before we wait until Stripe has forgotten them, a day later. */
const MAX_KEYS = 10;

type Options = Pick<Stripe.RequestOptions, "idempotencyKey" | "maxNetworkRetries">;

/**
 * Makes something under an idempotency key. A 500 that Stripe keeps under the key is replayed for a day, and says nothing of
 * whether the work was done. When it comes, find looks for what was made; when there is nothing, it is made under the next key
 * of a fixed row (`key`, `key:2`, …). All who ask go along the same row, so that it is made once however many ask at once, or
 * again after a crash. A failure that is new ends the row: one failure a call, the next attempt gets further.
 * https://docs.stripe.com/error-low-level#idempotency
 */
export async function keyed<T>(
  key: string,
  make: (options: Options) => Promise<T>,
  find: () => Promise<T | undefined>,
): Promise<T> {
  for (let number = 1; ; number++) {
    try {
      return await make(number === 1 ? { idempotencyKey: key } : next(key, number));
    } catch (error) {
      if (!isKeptFailure(error)) throw error;
      const found = await find();
      if (found !== undefined) return found;
      if (number === MAX_KEYS) throw error;
    }
  }
}

/** Without the SDK's own retries, which could not be told from a failure that was kept long ago. */
function next(key: string, number: number): Options {
  return { idempotencyKey: `${key}:${number}`, maxNetworkRetries: 0 };
}

function isKeptFailure(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError) || (error.statusCode ?? 0) < 500) return false;
  return error.headers?.["idempotent-replayed"] === "true";
}

/** For objects that cost nothing and stay invisible when they are created twice. */
export async function notLookedFor(): Promise<undefined> {
  return undefined;
}
