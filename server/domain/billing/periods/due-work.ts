import type { Prisma } from "../../../platform/database/client/client.ts";
import { asItems, doDueWork } from "../../../platform/due-work.ts";
import type { Services } from "../../../platform/scope.ts";
import { closeEndedPeriods } from "./close-ended-periods.ts";
import { overageDueBy } from "./invoice-overage.ts";

/** Closes every period of usage that has ended, and bills what it bills. Customers on test clocks have their own time. */
export async function closeDuePeriods(services: Services): Promise<void> {
  const now = services.clock.now();
  await closeWhere(services, "close-periods", { settledAt: null, periodEnd: { lte: now } });
  await closeWhere(services, "invoice-overage", overageDueBy(now));
}

async function closeWhere(
  services: Services,
  name: string,
  isDue: Prisma.UsageRecordWhereInput,
): Promise<void> {
  await doDueWork(services, {
    name,
    find: async ({ tenantId }, take) => {
      // Prisma applies `distinct` after it has read every row; this is a GROUP BY with a LIMIT.
      const rows = await services.db.usageRecord.groupBy({
        by: ["tenantId"],
        where: { ...isDue, customer: { testClockId: null }, tenantId: { gt: tenantId } },
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
