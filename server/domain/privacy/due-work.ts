import { addSeconds } from "../../platform/clock.ts";
import { afterDue, BY_ID, doDueWork } from "../../platform/due-work.ts";
import type { Services } from "../../platform/scope.ts";

/** An erasure that did not move for this long has lost its worker. */
const ABANDONED_SECONDS = 60;

/** Queues every erasure that its worker has left. */
export async function queueAbandonedErasures(services: Services): Promise<void> {
  const { db, clock, jobs } = services;
  await doDueWork(services, {
    name: "queue-erasure",
    find: (after, take) =>
      db.erasure.findMany({
        where: {
          status: { in: ["PENDING", "RUNNING"] },
          updatedAt: { lte: addSeconds(clock.now(), -ABANDONED_SECONDS) },
          AND: afterDue(after),
        },
        select: { tenantId: true, id: true },
        orderBy: BY_ID,
        take,
      }),
    work: (_, erasure) => jobs.send("erasure", erasure),
  });
}
