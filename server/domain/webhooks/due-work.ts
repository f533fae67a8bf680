import { addSeconds } from "../../platform/clock.ts";
import { runAll } from "../../platform/due-work.ts";
import type { Services } from "../../platform/scope.ts";
import { cleanUpDeliveries } from "./deliveries/clean-up-deliveries.ts";

/** What was delivered is kept so long, in seconds, so that a support team can see that it was there. */
const KEPT_SECONDS = 30 * 86_400;

/** Deletes old attempts and deliveries, expired secrets, and what deleted endpoints have left. */
export async function deleteOldWebhooks(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const longAgo = addSeconds(now, -KEPT_SECONDS);
  await runAll([
    () => db.webhookAttempt.deleteMany({ where: { startedAt: { lte: longAgo } } }),
    () => db.webhookDelivery.deleteMany({ where: { status: "DELIVERED", deliveredAt: { lte: longAgo } } }),
    () => db.webhookSecret.deleteMany({ where: { expiresAt: { lte: now } } }),
    () => cleanUpDeliveries(services),
  ]);
}
