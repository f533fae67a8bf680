import { addSeconds } from "../../../platform/clock.ts";
import type { Services } from "../../../platform/scope.ts";

/** An event whose job has not come in this time is queued again. */
const ABANDONED_SECONDS = 60;
/** And not once more within this time: it may wait behind many others. */
const QUEUED_SECONDS = 600;
const AT_ONCE = 100;

/** Queues stored events whose job was lost. Those that failed least often come first, so that every event gets its turn. */
export async function queueAbandonedEvents({ db, clock, jobs }: Services): Promise<void> {
  const before = { lte: addSeconds(clock.now(), -ABANDONED_SECONDS) };
  const abandoned = await db.providerEvent.findMany({
    where: {
      processedAt: null,
      givenUpAt: null,
      OR: [{ retryAt: null, receivedAt: before }, { retryAt: before }],
    },
    select: { tenantId: true, id: true },
    orderBy: [{ attempts: "asc" }, { receivedAt: "asc" }],
    take: AT_ONCE,
  });
  for (const event of abandoned) {
    await db.providerEvent.update({
      where: { tenantId_id: event },
      data: { retryAt: addSeconds(clock.now(), QUEUED_SECONDS) },
    });
    await jobs.send("provider-event", event);
  }
}
