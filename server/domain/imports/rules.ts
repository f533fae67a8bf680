import { foldEmail } from "../../platform/fold-email.ts";
import type { ProviderCustomer, ProviderPrice, ProviderSubscription } from "../../providers/port.ts";

// What of a provider's account can be taken over: values in, values out.

/** Why a subscription is not imported, and what to do about it. */
export const REFUSALS = {
  already_here: "It is here already; nothing was changed.",
  made_here: "It was started here and is not stored yet: the comparison with the provider adopts it.",
  other_installation: "It belongs to another Usher installation or tenant, which its metadata names.",
  ended: "It has ended, or its first payment was never made.",
  several_prices: "It has several prices; only subscriptions with one can be imported.",
  quantity: "Its quantity is not 1. Sell quantities as a driver of the plan, and start it anew.",
  price_not_mapped: "Its price is not mapped to one of yours. Add it to prices.",
  price_differs: "The price that it is mapped to has another amount, currency or interval.",
  schedule:
    "It has a schedule that cannot be kept here: more than one coming change, several prices, or an end.",
  no_external_id: "Its customer has nothing at the provider to be named by. Choose another external_id.",
  external_id_invalid:
    "What would name its customer is longer than 255 characters, has control characters or looks like an id of ours.",
  email_invalid: "Its customer's address is none that mail can be sent to. Correct it at the provider.",
  customer_erased: "Its customer was erased here. It is not brought back.",
  customer_is_another: "Another of the provider's customers stands for this customer already.",
  customer_has_one: "Its customer has a live subscription to this product already.",
  not_understood: "The provider shows it in a way that we do not understand.",
  failed: "It could not be stored. Try again.",
} as const;

export type Refusal = keyof typeof REFUSALS;

export type ExternalIdRule = "id" | "email" | { metadata: string };

/** Why a subscription cannot be taken over whatever the prices are; null when it can. */
export function refusalOf(remote: ProviderSubscription): Refusal | null {
  if (remote.status === "CANCELED" || remote.status === "INCOMPLETE") return "ended";
  const [item] = remote.items;
  if (!item || remote.items.length > 1) return "several_prices";
  return item.quantity === 1 ? null : "quantity";
}

/** Whether a price of ours is what the provider charges: the next renewal must cost what it did. */
export function isSamePrice(
  ours: { amount: bigint; currency: string; interval: string },
  theirs: Pick<ProviderPrice, "amount" | "currency" | "interval">,
): boolean {
  return (
    ours.amount === theirs.amount && ours.currency === theirs.currency && ours.interval === theirs.interval
  );
}

/** The tenant's own name for a customer, by the rule that was asked for; null when the provider has none. */
export function externalIdOf(customer: ProviderCustomer, rule: ExternalIdRule): string | null {
  if (rule === "id") return customer.id;
  if (rule === "email") return foldEmail(customer.email ?? "") || null;
  return customer.metadata[rule.metadata]?.trim() || null;
}
