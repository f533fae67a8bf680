import { asItems, doDueWork } from "../../../platform/due-work.ts";
import type { Services } from "../../../platform/scope.ts";
import { closeEndedPeriods } from "./close-ended-periods.ts";

/** Closes every period of usage that has ended, and bills what it bills. Customers on test clocks have their own time. */
export async function closeDuePeriods(services: Services): Promise<void> {
  const { db, clock } = services;
  await doDueWork(services, {
    name: "close-periods",
    find: async ({ tenantId }, take) =>
      asItems(
        await db.usageRecord.findMany({
          where: {
            settledAt: null,
            periodEnd: { lte: clock.now() },
            customer: { testClockId: null },
            tenantId: { gt: tenantId },
          },
          select: { tenantId: true },
          distinct: ["tenantId"],
          orderBy: { tenantId: "asc" },
          take,
        }),
      ),
    work: (scope) => closeEndedPeriods(scope),
  });
}
