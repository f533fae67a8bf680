import { LRUCache } from "lru-cache";
import { createBounds } from "./bounded.ts";
import { observed } from "./observed.ts";
import type { CardProvider } from "./port.ts";
import { createStripeProvider, type StripeAccount } from "./stripe/adapter.ts";

/** Base URLs by the name that an account's `endpoint` has; a name that is not listed means the provider's own URL. */
export type Endpoints = Record<string, string>;

interface Account {
  endpoint: string;
  secretKey: string;
  publishableKey: string | null;
}

interface Options {
  maxCached?: number;
  maxConcurrentCalls?: number;
  /** Requests in a second with a key; null: as many as come. By default Stripe's own are paced, and another address is not. */
  rates?: StripeAccount["rates"];
  /** Milliseconds that one request may take; by default as many as fit a caller who waits. */
  timeoutMs?: number;
}

/** How many accounts' clients are cached. Replaced keys stay in the cache, so it needs a limit. */
const MAX_CACHED = 1_000;
/** The default limit; a server passes half of its capacity. */
const MAX_CONCURRENT_CALLS = 250;

/**
 * Creates the clients for tenants' accounts with the card provider, and caches one per account. All of them together have at
 * most `maxConcurrentCalls` calls waiting for the provider.
 */
export function createCardProviders(
  endpoints: Endpoints,
  { maxCached = MAX_CACHED, maxConcurrentCalls = MAX_CONCURRENT_CALLS, rates, timeoutMs }: Options = {},
): (account: Account) => CardProvider {
  const bounded = createBounds(maxConcurrentCalls);
  const clients = new LRUCache<string, CardProvider>({ max: maxCached });
  return (account) => {
    const key = `${account.endpoint}:${account.secretKey}:${account.publishableKey}`;
    const cached = clients.get(key);
    if (cached) return cached;
    const address = addressOf(endpoints[account.endpoint]);
    const { secretKey, publishableKey } = account;
    const stripe = createStripeProvider({
      secretKey,
      publishableKey,
      ...(address && { address }),
      ...(rates !== undefined && { rates }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    const provider = observed(bounded(stripe));
    clients.set(key, provider);
    return provider;
  };
}

function addressOf(url: string | undefined) {
  if (url === undefined) return undefined;
  const { hostname, port, protocol } = new URL(url);
  const scheme = protocol === "https:" ? ("https" as const) : ("http" as const);
  return { host: hostname, port: Number(port || (scheme === "https" ? 443 : 80)), protocol: scheme };
}
