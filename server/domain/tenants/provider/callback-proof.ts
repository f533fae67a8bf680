import { setTimeout as pause } from "node:timers/promises";
import { addSeconds } from "../../../platform/clock.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";

/** How long we wait for a provider's first callback. */
export const CALLBACK_WITHIN_SECONDS = 30;

/** Callbacks come in bursts: a proof younger than this is not renewed. */
const FRESH_SECONDS = 1;
const LOOK_EVERY_MS = 200;

/** Records that an authentic callback came, which proves that callbacks work. */
export async function noteCallback({ tenantId, db, clock }: Scope): Promise<void> {
  const now = clock.now();
  const before = addSeconds(now, -FRESH_SECONDS);
  await db.providerAccount.updateMany({
    where: {
      tenantId,
      provider: BY_CARD,
      OR: [{ callbacksProvenAt: null }, { callbacksProvenAt: { lt: before } }],
    },
    data: { callbacksProvenAt: now, callbacksAwaitedUntil: null },
  });
}

/** Clears the proof: the next callback, of a new registration or a check, proves callbacks again. */
export async function expectCallback({ tenantId, db, clock }: Scope): Promise<void> {
  await db.providerAccount.updateMany({
    where: { tenantId, provider: BY_CARD },
    data: {
      callbacksProvenAt: null,
      callbacksAwaitedUntil: addSeconds(clock.now(), CALLBACK_WITHIN_SECONDS),
    },
  });
}

/** Waits up to so many seconds for a callback; where none comes, callbacks count as never proven. */
export async function awaitCallback({ tenantId, db }: Scope, seconds: number): Promise<void> {
  const key = { tenantId, provider: BY_CARD } as const;
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await pause(LOOK_EVERY_MS)) {
    if ((await db.providerAccount.count({ where: { ...key, callbacksProvenAt: { not: null } } })) > 0) return;
  }
  await db.providerAccount.updateMany({
    where: { ...key, callbacksProvenAt: null },
    data: { callbacksAwaitedUntil: null },
  });
}
