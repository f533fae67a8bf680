import { LRUCache } from "lru-cache";
import { createBounds } from "./bounded.ts";
import { observed } from "./observed.ts";
import type { CardProvider } from "./port.ts";
import { createStripeProvider } from "./stripe/adapter.ts";

/** An address by its name, as tenants' accounts name it; one that is not here is the provider's own. */
export type Endpoints = Record<string, string>;

interface Account {
  endpoint: string;
  secretKey: string;
  publishableKey: string | null;
}

/** Accounts kept open: those of many tenants, with keys since replaced among them, must not fill the memory. */
const KEPT_OPEN = 1_000;
/** Without a bound of their own; a server's is half of its capacity. */
const MAX_CONCURRENT_CALLS = 250;

/**
 * Opens tenants' accounts with the card provider, each once a process while it is in use; maxConcurrentCalls of all together wait for
 * it at a time.
 */
export function createCardProviders(
  endpoints: Endpoints,
  { keptOpen = KEPT_OPEN, maxConcurrentCalls = MAX_CONCURRENT_CALLS } = {},
): (account: Account) => CardProvider {
  const bounded = createBounds(maxConcurrentCalls);
  const opened = new LRUCache<string, CardProvider>({ max: keptOpen });
  return (account) => {
    const key = `${account.endpoint}:${account.secretKey}:${account.publishableKey}`;
    const known = opened.get(key);
    if (known) return known;
    const address = addressOf(endpoints[account.endpoint]);
    const { secretKey, publishableKey } = account;
    const stripe = createStripeProvider({ secretKey, publishableKey, ...(address && { address }) });
    const provider = observed(bounded(stripe));
    opened.set(key, provider);
    return provider;
  };
}

function addressOf(url: string | undefined) {
  if (url === undefined) return undefined;
  const { hostname, port, protocol } = new URL(url);
  const scheme = protocol === "https:" ? ("https" as const) : ("http" as const);
  return { host: hostname, port: Number(port || (scheme === "https" ? 443 : 80)), protocol: scheme };
}
