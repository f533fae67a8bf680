import type { z } from "zod";
import { formatMoney } from "../../../../platform/money.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { WAITS_FOR_CARDHOLDER } from "../../../../providers/operation-failures.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { recordChange } from "../../../events/record-change.ts";
import { queueMail } from "../../../mail/queue-mail.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { loadComing } from "../coming/find-coming.ts";
import type { ComingChange } from "../coming/schema.ts";
import { lockSubscription } from "../update-subscription.ts";
import { viewSubscription } from "../view-subscription.ts";

type Change = z.output<typeof ComingChange>;

/**
 * Tells that a change waits for its cardholder: the event, and the mail to the customer whose bank wants it confirmed, with the card
 * provider's page, which needs no account. Once for each invoice that waits. Nothing where none waits. Idempotent.
 */
export async function tellWaitingChange(caller: Scope, subscriptionId: string): Promise<void> {
  const row = await getSubscriptionOrThrow(caller.db, caller, subscriptionId);
  const scope = await withCustomerClock(caller.db, caller, row.customer);
  const change = (await loadComing(scope.db, scope, row))?.change ?? null;
  if (change === null || change.waits_for !== "cardholder") return;
  await scope.db.$transaction(async (tx) => {
    await recordWaiting(tx, scope, row.id, change);
    await mailWaiting(tx, scope, row, change);
  });
}

/** As tellWaitingChange, beside a refusal that the caller is told: a failure is logged, and an hourly job tries again. */
export async function tryTellWaitingChange(scope: Scope, subscriptionId: string): Promise<void> {
  try {
    await tellWaitingChange(scope, subscriptionId);
  } catch (error) {
    scope.log.warn(
      { err: error, subscription_id: subscriptionId },
      "that a change waits for its cardholder could not be told yet",
    );
  }
}

async function recordWaiting(tx: Tx, scope: Scope, id: string, { invoice_id }: Change): Promise<void> {
  const { tenantId, clock } = scope;
  const row = await lockSubscription(tx, scope, id);
  const waits = {
    tenantId,
    subscriptionId: id,
    kind: "CHANGE_PLAN",
    failureCode: WAITS_FOR_CARDHOLDER,
  } as const;
  const [newest, ...others] = await tx.providerOperation.findMany({ where: waits, orderBy: { id: "desc" } });
  // The same change asked for again waits with the same invoice.
  const isTold = [newest, ...others].some((one) => one?.waitingInvoiceId === invoice_id);
  if (newest === undefined) return;
  await tx.providerOperation.update({
    where: { tenantId_id: { tenantId, id: newest.id } },
    data: { waitingInvoiceId: invoice_id, updatedAt: clock.now() },
  });
  if (isTold) return;
  const after = await viewSubscription(tx, scope, row);
  const before = { ...after, coming: after.coming && { ...after.coming, change: null } };
  const type = "subscription.change_waiting";
  await recordChange(tx, scope, { type, objectType: "subscription", objectId: id, before, after });
}

async function mailWaiting(tx: Tx, scope: Scope, row: LoadedSubscription, change: Change): Promise<void> {
  const { email, name } = row.customer;
  const { plan, price, drivers, amount, currency, amount_due: due, url: link, expires_at: until } = change;
  if (email === null || link === null || until === null) return;
  const bought = drivers.map(({ feature_name: feature, units }) => `${feature}: ${units}`).join(", ");
  await queueMail(tx, scope, {
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
  });
}
