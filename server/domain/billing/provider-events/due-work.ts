import { addSeconds } from "../../../platform/clock.ts";
import type { Services } from "../../../platform/scope.ts";

/** An event that was not handled in this time is queued again. */
const ABANDONED_SECONDS = 60;
const AT_ONCE = 100;

/** Queues stored events that were not handled. Those that failed least often come first, so that every event gets its turn. */
export async function queueAbandonedEvents({ db, clock, jobs }: Services): Promise<void> {
  const abandoned = await db.providerEvent.findMany({
    where: { processedAt: null, receivedAt: { lte: addSeconds(clock.now(), -ABANDONED_SECONDS) } },
    select: { tenantId: true, id: true },
    orderBy: [{ attempts: "asc" }, { receivedAt: "asc" }],
    take: AT_ONCE,
  });
  for (const event of abandoned) await jobs.send("provider-event", event);
}
