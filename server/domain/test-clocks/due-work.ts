import { addSeconds } from "../../platform/clock.ts";
import { afterDue, BY_ID, doDueWork } from "../../platform/due-work.ts";
import type { Services } from "../../platform/scope.ts";
import { resumeClock } from "./advance-clock.ts";

/** The process that advances a clock has this long before the worker continues. */
const ABANDONED_SECONDS = 60;

/** Moves on every test clock that its process has left on its way. */
export async function moveAbandonedClocks(services: Services): Promise<void> {
  const { db, clock } = services;
  await doDueWork(services, {
    name: "move-clock",
    find: (after, take) =>
      db.testClock.findMany({
        where: {
          advancingTo: { not: null },
          updatedAt: { lte: addSeconds(clock.now(), -ABANDONED_SECONDS) },
          AND: afterDue(after),
        },
        select: { tenantId: true, id: true },
        orderBy: BY_ID,
        take,
      }),
    work: (scope, { id }) => resumeClock(scope, id),
  });
}
