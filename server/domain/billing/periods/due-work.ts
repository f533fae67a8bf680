import { asItems, doDueWork } from "../../../platform/due-work.ts";
import type { Services } from "../../../platform/scope.ts";
import { closeEndedPeriods } from "./close-ended-periods.ts";

/** Closes every period of usage that has ended, and bills what it bills. Customers on test clocks have their own time. */
export async function closeDuePeriods(services: Services): Promise<void> {
  const { db, clock } = services;
  await doDueWork(services, {
    name: "close-periods",
    find: async ({ tenantId }, take) => {
      // Prisma applies `distinct` after it has read every row; this is a GROUP BY with a LIMIT.
      const rows = await db.usageRecord.groupBy({
        by: ["tenantId"],
        where: {
          settledAt: null,
          periodEnd: { lte: clock.now() },
          customer: { testClockId: null },
          tenantId: { gt: tenantId },
        },
        orderBy: { tenantId: "asc" },
        take,
      });
      return asItems(rows);
    },
    work: async (scope) => {
      const { failed, error } = await closeEndedPeriods(scope);
      if (failed > 0) throw new Error(`${failed} ended periods could not be closed.`, { cause: error });
    },
  });
}
