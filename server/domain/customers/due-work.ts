import { doDueWork } from "../../platform/due-work.ts";
import type { Scope, Services } from "../../platform/scope.ts";
import { openPresent } from "../tenants/provider/provider-account.ts";
import { syncTaxIdsOnce } from "./sync-tax-ids.ts";

const RESUMED = { items: 100, seconds: 300 };

/** Brings together the tax ids that a crash, or a card provider that did not answer, left apart; those that wait longest first. */
export async function resumeTaxIds(services: Services): Promise<void> {
  const { db, clock } = services;
  await doDueWork(services, {
    name: "resume-tax-ids",
    limit: RESUMED,
    find: async (_, take) => {
      const rows = await db.taxIdSync.findMany({
        where: { leaseUntil: { lte: clock.now() } },
        select: { tenantId: true, customerId: true },
        orderBy: [{ leaseUntil: "asc" }, { customerId: "asc" }],
        take,
      });
      return rows.map(({ tenantId, customerId: id }) => ({ tenantId, id }));
    },
    work: resume,
  });
}

async function resume(scope: Scope, { id }: { id: string }): Promise<void> {
  await syncTaxIdsOnce(scope, await openPresent(scope), id);
}
