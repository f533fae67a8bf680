import { setTimeout as pause } from "node:timers/promises";
import type { DueEndpoint } from "../domain/webhooks/deliveries/claimed-delivery.ts";
import { deliverNext, listDueEndpoints } from "../domain/webhooks/deliveries/deliver.ts";
import { lanesAfter, MIN_AT_ONCE } from "../domain/webhooks/rules.ts";
import type { Resolve } from "../platform/outbound-http.ts";
import type { Services } from "../platform/scope.ts";

/** How often an idle worker looks for due webhooks: a webhook leaves within about a second after the change that it reports. */
const LOOK_EVERY_MS = 1_000;

/**
 * Delivers webhooks until it is stopped; stop() waits for those that are under way. Every endpoint has lanes of its own, so
 * that one that answers slowly, or not at all, never keeps another waiting.
 */
export function startWebhookLoop(services: Services, resolve?: Resolve): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = run(services, resolve, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function run(services: Services, resolve: Resolve | undefined, signal: AbortSignal): Promise<void> {
  const busy = new Map<string, Promise<void>>();
  while (!signal.aborted) {
    try {
      for (const due of await listDueEndpoints(services)) {
        if (busy.has(due.endpointId)) continue;
        const ended = serve(services, due, resolve, signal).finally(() => busy.delete(due.endpointId));
        busy.set(due.endpointId, ended);
      }
    } catch (error) {
      services.log.error({ err: error }, "webhooks could not be looked for; trying again");
    }
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(busy.values());
}

/** Sends an endpoint what is due until nothing is: few at first, more at once while that goes well. */
async function serve(
  services: Services,
  due: DueEndpoint,
  resolve: Resolve | undefined,
  signal: AbortSignal,
): Promise<void> {
  let wanted = MIN_AT_ONCE;
  let isDone = false;
  const lanes = new Set<Promise<void>>();
  const step = async () => {
    try {
      const succeeded = await deliverNext(services, due, resolve);
      if (succeeded === null) isDone = true;
      else wanted = lanesAfter(wanted, succeeded);
    } catch (error) {
      // The lease ends, and it is tried again.
      isDone = true;
      services.log.error(
        { err: error, tenant_id: due.tenantId, endpoint_id: due.endpointId },
        "a webhook could not be settled",
      );
    }
  };
  while (!isDone && !signal.aborted) {
    while (lanes.size < wanted) {
      const lane = step().finally(() => lanes.delete(lane));
      lanes.add(lane);
    }
    await Promise.race(lanes);
  }
  await Promise.all(lanes);
}
