import { BY_INVOICE } from "../../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { getTenant } from "../../../tenants/get-tenant.ts";
import { DAY_MS, overdueBefore, overdueFrom } from "../../invoices/due-date.ts";
import { getSubscriptionOrThrow } from "../../terms/load-subscription.ts";
import { lockSubscription, setSubscription } from "../update-subscription.ts";
import { endByInvoice } from "./renew-by-invoice.ts";

/**
 * Sets the status of a manually invoiced subscription by its oldest overdue invoice: PAST_DUE once its due day is
 * over; after the tenant's number of days UNPAID or canceled, as its dunning_end_policy says; ACTIVE again when nothing is overdue.
 */
export async function applyDunning(caller: Scope, id: string): Promise<void> {
  const { customer } = await getSubscriptionOrThrow(caller.db, caller, id);
  const scope = await withCustomerClock(caller.db, caller, customer);
  const isToEnd = await scope.db.$transaction((tx) => updateDunningStatus(tx, scope, id));
  if (isToEnd) await endByInvoice(scope, id, scope.clock.now());
}

/** As applyDunning, inside a transaction. Returns whether the tenant's policy now ends the subscription. */
export async function updateDunningStatus(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const { tenantId, clock } = scope;
  const row = await lockSubscription(tx, scope, id);
  const isDunned = row.status === "ACTIVE" || row.status === "PAST_DUE" || row.status === "UNPAID";
  if (row.provider !== BY_INVOICE || !isDunned) return false;
  const now = clock.now();
  const oldest = await tx.invoice.findFirst({
    where: {
      tenantId,
      subscriptionId: id,
      provider: BY_INVOICE,
      status: "OPEN",
      dueAt: { lt: overdueBefore(now) },
    },
    orderBy: { dueAt: "asc" },
    select: { dueAt: true },
  });
  const { unpaidAfterDays, dunningEndPolicy } = await getTenant(tx, scope);
  const dueAt = oldest?.dueAt ?? null;
  const days = dueAt === null ? -1 : (now.getTime() - dueAt.getTime()) / DAY_MS;
  const dunning = dunningStatus(days, unpaidAfterDays);
  if (dunning === "UNPAID" && dunningEndPolicy === "CANCELED") return true;
  // An UNPAID subscription stays so until nothing is overdue.
  const status = dunning === "CURRENT" ? "ACTIVE" : row.status === "UNPAID" ? "UNPAID" : dunning;
  if (status === row.status) return false;
  await setSubscription(tx, scope, row, TRIGGERS[status], {
    pastDueSince: status === "PAST_DUE" && dueAt !== null ? overdueFrom(dueAt) : null,
  });
  return false;
}

/** What has happened to a subscription that its invoices now make so. */
const TRIGGERS = { ACTIVE: "paid", PAST_DUE: "payment_fails", UNPAID: "retries_used_up" } as const;

/** The status of a subscription by its oldest overdue invoice; daysPastDue below 0: nothing is overdue. */
function dunningStatus(daysPastDue: number, unpaidAfterDays: number): "CURRENT" | "PAST_DUE" | "UNPAID" {
  if (daysPastDue < 0) return "CURRENT";
  return daysPastDue >= unpaidAfterDays ? "UNPAID" : "PAST_DUE";
}
