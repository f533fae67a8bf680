import { ApiError } from "../errors/api-error.ts";
import type { CardProvider } from "./port.ts";

const RETRY_AFTER_SECONDS = 5;

/** Wraps a provider so that its calls count towards the limit of the process. */
export type Bounds = (provider: CardProvider) => CardProvider;

/**
 * Limits how many calls of this process wait for the card provider at once. While the provider is slow, such calls pile up and would take
 * the capacity of requests that do not need it. Above the limit a call fails at once with card_provider_unavailable.
 */
export function createBounds(limit: number): Bounds {
  let inFlight = 0;
  const limited = async (call: () => unknown) => {
    if (inFlight >= limit)
      throw new ApiError("card_provider_unavailable", {
        retryAfter: RETRY_AFTER_SECONDS,
        cause: full(limit),
      });
    inFlight++;
    try {
      return await call();
    } finally {
      inFlight--;
    }
  };
  return (provider) =>
    new Proxy(provider, {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver);
        if (typeof member !== "function" || typeof name !== "string" || isImmediate(name)) return member;
        return (...args: unknown[]) => limited(() => Reflect.apply(member, target, args));
      },
    });
}

function full(limit: number): Error {
  return new Error(`${limit} calls of this process are waiting for the card provider already.`);
}

/** Functions that return at once, or an iterator that reads page by page. */
const IMMEDIATE = new Set<string>([
  "readCallback",
  "listSubscriptions",
  "listInvoicesSince",
  "listBalanceTransactions",
  "listBalanceChangesSince",
  "listBalances",
  "listCorrectionsSince",
  "listCardRenewalsSince",
  "listTaxIdChangesSince",
] satisfies (keyof CardProvider)[]);

/** Whether this function of the port returns something other than a promise. */
export function isImmediate(name: string): boolean {
  return IMMEDIATE.has(name);
}
