import { createEntitlementCache, createUsher, type EntitlementCache, type Usher } from "@usher/client";
import { settings } from "./settings.ts";

/** What this product sells, by its names in Usher's catalog. */
export const PRODUCT = "beacon";
export const CURRENCY = "USD";

interface Clients {
  usher: Usher;
  entitlements: EntitlementCache;
}

/** Pages and routes are bundled apart: what they share stands on globalThis. */
const shared = globalThis as typeof globalThis & { usherClients?: Clients };

/** The one client of this process, and its cache of what customers may do. */
export function clients(): Clients {
  shared.usherClients ??= open();
  return shared.usherClients;
}

function open(): Clients {
  const usher = createUsher(settings.usher());
  const tenant = settings.tenant();
  return { usher, entitlements: createEntitlementCache({ usher, tenant, onUnreachable: "deny" }) };
}

/** May the customer use the feature? Yes from the cache; before a no, Usher itself is asked. */
export async function mayUse(customer: string, feature_key: string): Promise<boolean> {
  const { entitlements } = clients();
  if ((await entitlements.check({ customer, feature_key })).allowed) return true;
  entitlements.expire(customer);
  return (await entitlements.check({ customer, feature_key })).allowed;
}
