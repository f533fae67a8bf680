import { foldEmail } from "../../../../platform/fold-email.ts";
import type { ProviderCustomer, ProviderPrice, ProviderSubscription } from "../../../../providers/port.ts";
import type { Refusal } from "./import-subscriptions-schema.ts";

// Pure functions that decide which of a provider's subscriptions can be imported.

export type ExternalIdRule = "id" | "email" | { metadata: string };

/** Why a subscription cannot be imported, apart from its prices; null when it can. */
export function refusalOfImport(remote: ProviderSubscription): Refusal | null {
  if (remote.status === "CANCELED" || remote.status === "INCOMPLETE") return "ended";
  const [item] = remote.items;
  if (!item || remote.items.length > 1) return "several_prices";
  return item.quantity === 1 ? null : "quantity";
}

/** Whether a price of ours equals the provider's: the next renewal must cost the same as before. */
export function isSamePrice(
  ours: { amount: bigint; currency: string; interval: string },
  theirs: Pick<ProviderPrice, "amount" | "currency" | "interval">,
): boolean {
  return (
    ours.amount === theirs.amount && ours.currency === theirs.currency && ours.interval === theirs.interval
  );
}

/** The tenant's own identifier of a customer, by the requested rule; null when the provider has none. */
export function externalIdOf(customer: ProviderCustomer, rule: ExternalIdRule): string | null {
  if (rule === "id") return customer.id;
  if (rule === "email") return foldEmail(customer.email ?? "") || null;
  return customer.metadata[rule.metadata]?.trim() || null;
}
