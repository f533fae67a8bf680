import { sweepDeliveries } from "../domain/webhooks/deliveries/sweep-deliveries.ts";
import { addSeconds } from "../platform/clock.ts";
import type { Services } from "../platform/scope.ts";
import { lastDropped } from "../platform/signing-keys.ts";

const DAY = 86_400;
/** What has ended is kept so long, so that a support team can see that it was there. */
const KEPT_DAYS = 30;

/** Drops what has expired: answers kept for repeated requests, throttle counts, registrations, sessions, mailed secrets, signing keys, what webhooks were answered. */
export async function tidy(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const longAgo = addSeconds(now, -KEPT_DAYS * DAY);
  await db.idempotencyKey.deleteMany({ where: { expiresAt: { lte: now } } });
  // The throttle counts by the machine's own time, whatever clock we are given; see platform/throttle.ts.
  await db.throttleBucket.deleteMany({ where: { expire: { lt: BigInt(now.getTime() - DAY * 1000) } } });
  await db.registration.deleteMany({ where: { expiresAt: { lte: addSeconds(now, -DAY) } } });
  await db.importClaim.deleteMany({ where: { createdAt: { lte: addSeconds(now, -DAY) } } });
  await db.userToken.deleteMany({ where: { expiresAt: { lte: longAgo } } });
  await db.session.deleteMany({
    where: { OR: [{ expiresAt: { lte: longAgo } }, { revokedAt: { lte: longAgo } }] },
  });
  await db.webhookAttempt.deleteMany({ where: { startedAt: { lte: longAgo } } });
  await db.webhookDelivery.deleteMany({ where: { status: "DELIVERED", deliveredAt: { lte: longAgo } } });
  await db.webhookSecret.deleteMany({ where: { expiresAt: { lte: now } } });
  await db.signingKey.deleteMany({ where: { retiredAt: { lte: lastDropped(now) } } });
  await sweepDeliveries(services);
}
