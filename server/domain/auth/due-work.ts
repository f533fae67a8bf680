import { addSeconds } from "../../platform/clock.ts";
import { runAll } from "../../platform/due-work.ts";
import type { Services } from "../../platform/scope.ts";

const DAY = 86_400;
/** What has ended is kept so long, so that a support team can see that it was there. */
const KEPT_DAYS = 30;

/** Deletes expired registrations after a day, and expired mailed secrets and ended sessions after 30. */
export async function deleteExpiredAuth({ db, clock }: Services): Promise<void> {
  const now = clock.now();
  const longAgo = addSeconds(now, -KEPT_DAYS * DAY);
  await runAll([
    () => db.registration.deleteMany({ where: { expiresAt: { lte: addSeconds(now, -DAY) } } }),
    () => db.userToken.deleteMany({ where: { expiresAt: { lte: longAgo } } }),
    () =>
      db.session.deleteMany({
        where: { OR: [{ expiresAt: { lte: longAgo } }, { revokedAt: { lte: longAgo } }] },
      }),
  ]);
}
