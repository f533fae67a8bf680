import { addSeconds } from "../../../platform/clock.ts";
import { afterDue, BY_ID, doDueWork } from "../../../platform/due-work.ts";
import type { Services } from "../../../platform/scope.ts";

/** A migration on which nothing was moved for this long has lost its worker. */
const ABANDONED_SECONDS = 60;

/** Queues every migration, or rollback, that its worker has left. */
export async function queueAbandonedMigrations(services: Services): Promise<void> {
  const { db, clock, jobs } = services;
  const { moved } = db.packMigration.fields;
  await doDueWork(services, {
    name: "queue-pack-migration",
    find: (after, take) =>
      db.packMigration.findMany({
        where: {
          updatedAt: { lte: addSeconds(clock.now(), -ABANDONED_SECONDS) },
          OR: [
            { status: { in: ["PENDING", "RUNNING"] } },
            { status: "ROLLED_BACK", rolledBack: { lt: moved } },
          ],
          AND: afterDue(after),
        },
        select: { tenantId: true, id: true },
        orderBy: BY_ID,
        take,
      }),
    work: (_, migration) => jobs.send("pack-migration", migration),
  });
}
