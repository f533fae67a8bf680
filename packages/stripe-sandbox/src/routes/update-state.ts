import type Stripe from "stripe";
import { refuseRuled } from "../billing/schedules.ts";
import { isOver } from "../billing/subscriptions.ts";
import { invalid } from "../wire/failure.ts";
import type { ExchangeInput, Input } from "./update-parameters.ts";

/** Whether items, period or trial change. */
export function isExchange({ items, trial_end, billing_cycle_anchor }: ExchangeInput): boolean {
  return items !== undefined || trial_end !== undefined || billing_cycle_anchor === "now";
}

/** Refuses what a subscription in its present state cannot change. */
export function checkState(before: Stripe.Subscription, input: Input): void {
  const { cancellation_details: _, metadata: __, ...other } = input;
  if (isOver(before) && Object.keys(other).length > 0) {
    throw invalid("A canceled subscription can only update its cancellation_details and metadata.");
  }
  if (before.status === "incomplete") refuseIncomplete(input);
  if (input.cancel_at !== undefined || input.cancel_at_period_end !== undefined) refuseRuled(before);
  if (before.pending_update && isExchange(input)) {
    throw invalid(
      "This subscription has a pending update; it has to be paid for or to expire before another change.",
    );
  }
}

const PENDING = [
  "expand",
  "items",
  "payment_behavior",
  "proration_behavior",
  "proration_date",
  "trial_end",
  "billing_cycle_anchor",
  "add_invoice_items",
];
/** `id` names the item that gets another price or quantity. */
const PENDING_OF_ITEMS = ["id", "price", "quantity"];

/**
 * Only some parameters can wait for a payment, and of items their price and quantity alone:
 * https://docs.stripe.com/billing/subscriptions/pending-updates-reference. Nor can a subscription whose invoices are sent:
 * https://docs.stripe.com/billing/subscriptions/pending-updates. `metadata`, which can since 2026-05-27, is refused, too.
 */
export function checkPending(before: Stripe.Subscription, input: Input): void {
  const ofItems = (input.items ?? []).flatMap((item, index) =>
    Object.keys(item)
      .filter((name) => !PENDING_OF_ITEMS.includes(name))
      .map((name) => `items[${index}][${name}]`),
  );
  const [other] = [...Object.keys(input).filter((name) => !PENDING.includes(name)), ...ofItems];
  if (other !== undefined)
    throw invalid(`\`payment_behavior=pending_if_incomplete\` does not support the parameter \`${other}\`.`, {
      param: "payment_behavior",
    });
  if (before.collection_method !== "charge_automatically")
    throw invalid(
      "`payment_behavior=pending_if_incomplete` is for subscriptions with `collection_method=charge_automatically`.",
      { param: "payment_behavior" },
    );
}

/** The SDK on Subscription.status: an incomplete subscription "can only have metadata and default_source updated". */
function refuseIncomplete({ metadata: _, ...other }: Input): void {
  const [param] = Object.keys(other);
  if (param === undefined) return;
  const message =
    "A subscription with the status `incomplete` can only have its `metadata` and `default_source` updated.";
  throw invalid(message, { param });
}
