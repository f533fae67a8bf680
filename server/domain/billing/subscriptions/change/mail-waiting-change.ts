import { formatMoney } from "../../../../platform/money.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import { getSubscriptionOrThrow } from "../../terms/load-subscription.ts";
import { loadComing } from "../coming/find-coming.ts";

/**
 * Queues the mail to the customer whose bank wants a change confirmed, with the card provider's page, which needs no account: one for each
 * invoice that waits. Nothing where none waits, or there is no address to write to. Idempotent.
 */
export async function mailWaitingChange(caller: Scope, subscriptionId: string): Promise<void> {
  const row = await getSubscriptionOrThrow(caller.db, caller, subscriptionId);
  const scope = await withCustomerClock(caller.db, caller, row.customer);
  const change = (await loadComing(scope.db, scope, row))?.change ?? null;
  const { email, name } = row.customer;
  if (email === null || change?.url == null || change.expires_at === null) return;
  const { plan, price, drivers, amount, currency, amount_due: due, url: link, expires_at: until } = change;
  const bought = drivers.map(({ feature_name: feature, units }) => `${feature}: ${units}`).join(", ");
  await scope.db.$transaction((tx) =>
    queueMail(tx, scope, {
      to: email,
      dedupeKey: `change_waits:${change.invoice_id}`,
      template: "change_waits",
      facts: {
        name,
        change: `${row.product.name} ${plan.name}${bought && ` (${bought})`}`,
        price: `${formatMoney(BigInt(amount), currency)} a ${price.interval.toLowerCase()}`,
        amount: formatMoney(BigInt(due ?? 0), currency),
        until: new Date(until),
        link,
      },
    }),
  );
}

/** As mailWaitingChange, beside a refusal that the caller is told: a failure is logged, and an hourly job tries again. */
export async function tryMailWaitingChange(scope: Scope, subscriptionId: string): Promise<void> {
  try {
    await mailWaitingChange(scope, subscriptionId);
  } catch (error) {
    scope.log.warn(
      { err: error, subscription_id: subscriptionId },
      "the mail about a change that waits for its cardholder could not be queued yet",
    );
  }
}
