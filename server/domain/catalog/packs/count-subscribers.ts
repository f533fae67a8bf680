import type { Scope } from "../../../platform/scope.ts";

/** The plan's live subscriptions: each keeps the version that it has until it is moved. */
export function countSubscribers({ tenantId, db }: Scope, planId: string): Promise<number> {
  return db.subscription.count({ where: { tenantId, planId, status: { not: "CANCELED" } } });
}
