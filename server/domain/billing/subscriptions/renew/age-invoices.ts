import type { Scope, Tx } from "../../../../platform/scope.ts";
import { inCustomerTime } from "../../../customers/in-customer-time.ts";
import { getTenant } from "../../../tenants/get-tenant.ts";
import { getSubscriptionOrThrow } from "../../terms/load-subscription.ts";
import { lockSubscription, setSubscription } from "./manual-status.ts";
import { endManual } from "./renew-manual.ts";
import { standingOf } from "./rules.ts";

const DAY_MS = 86_400_000;

/**
 * Brings the status of a subscription of ours in line with its oldest overdue invoice: PAST_DUE from the due date on, after
 * the tenant's number of days UNPAID or canceled as its dunning_end_policy says, and ACTIVE again when nothing is overdue.
 */
export async function ageSubscription(caller: Scope, id: string): Promise<void> {
  const { customer } = await getSubscriptionOrThrow(caller.db, caller, id);
  const scope = await inCustomerTime(caller.db, caller, customer);
  const isToEnd = await scope.db.$transaction((tx) => refreshStatus(tx, scope, id));
  if (isToEnd) await endManual(scope, id, scope.clock.now());
}

/** The same inside a transaction; answers whether the tenant's policy now ends the subscription. */
export async function refreshStatus(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const { tenantId, clock } = scope;
  const row = await lockSubscription(tx, scope, id);
  const isJudged = row.status === "ACTIVE" || row.status === "PAST_DUE" || row.status === "UNPAID";
  if (row.provider !== "PROVIDER_B" || !isJudged) return false;
  const now = clock.now();
  const oldest = await tx.invoice.findFirst({
    where: { tenantId, subscriptionId: id, provider: "PROVIDER_B", status: "OPEN", dueAt: { lte: now } },
    orderBy: { dueAt: "asc" },
    select: { dueAt: true },
  });
  const { unpaidAfterDays, dunningEndPolicy } = await getTenant(tx, scope);
  const since = oldest?.dueAt ?? null;
  const days = since === null ? -1 : (now.getTime() - since.getTime()) / DAY_MS;
  const standing = standingOf(days, unpaidAfterDays);
  if (standing === "UNPAID" && dunningEndPolicy === "CANCELED") return true;
  // Who was unpaid is so until nothing is overdue any more.
  const status = standing === "GOOD" ? "ACTIVE" : row.status === "UNPAID" ? "UNPAID" : standing;
  if (status === row.status) return false;
  const type = { ACTIVE: "activated", PAST_DUE: "past_due", UNPAID: "unpaid" } as const;
  await setSubscription(tx, scope, row, `subscription.${type[status]}`, {
    status,
    pastDueSince: status === "PAST_DUE" ? since : null,
  });
  return false;
}
