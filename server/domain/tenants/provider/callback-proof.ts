import { setTimeout as pause } from "node:timers/promises";
import { addSeconds } from "../../../platform/clock.ts";
import type { Scope } from "../../../platform/scope.ts";

/** How long the first callback of a provider is awaited. */
export const CALLBACK_WITHIN_SECONDS = 30;

/** Callbacks come in bursts; a proof that is as old says the same. */
const FRESH_SECONDS = 1;
const LOOK_EVERY_MS = 200;

/** Writes down that an authentic callback came: callbacks work. */
export async function noteCallback({ tenantId, db, clock }: Scope): Promise<void> {
  const now = clock.now();
  const before = addSeconds(now, -FRESH_SECONDS);
  await db.providerAccount.updateMany({
    where: {
      tenantId,
      provider: "PROVIDER_A",
      OR: [{ callbacksProvenAt: null }, { callbacksProvenAt: { lt: before } }],
    },
    data: { callbacksProvenAt: now, callbacksAwaitedUntil: null },
  });
}

/** Forgets what was proven: from now on the next callback is awaited, which is the first by a new registration or of a check. */
export async function expectCallback({ tenantId, db, clock }: Scope): Promise<void> {
  await db.providerAccount.updateMany({
    where: { tenantId, provider: "PROVIDER_A" },
    data: {
      callbacksProvenAt: null,
      callbacksAwaitedUntil: addSeconds(clock.now(), CALLBACK_WITHIN_SECONDS),
    },
  });
}

/** Waits up to so many seconds for the callback that is awaited; where none comes, callbacks count as never proven. */
export async function awaitCallback({ tenantId, db }: Scope, seconds: number): Promise<void> {
  const key = { tenantId, provider: "PROVIDER_A" } as const;
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await pause(LOOK_EVERY_MS)) {
    if ((await db.providerAccount.count({ where: { ...key, callbacksProvenAt: { not: null } } })) > 0) return;
  }
  await db.providerAccount.updateMany({
    where: { ...key, callbacksProvenAt: null },
    data: { callbacksAwaitedUntil: null },
  });
}
