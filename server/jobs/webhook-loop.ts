import { claimDeliveries, listDueEndpoints } from "../domain/webhooks/deliveries/claim-deliveries.ts";
import type { ClaimedDelivery, DueEndpoint } from "../domain/webhooks/deliveries/claimed-delivery.ts";
import { sendDelivery } from "../domain/webhooks/deliveries/deliver.ts";
import { recordAttempts } from "../domain/webhooks/deliveries/record-attempts.ts";
import { concurrencyAfter, DELIVERY_POOLS, MIN_AT_ONCE, SLOT_MS } from "../domain/webhooks/rules.ts";
import { createBatcher } from "../platform/batcher.ts";
import type { Resolve } from "../platform/outbound-http.ts";
import type { Services } from "../platform/scope.ts";
import { startDispatcher } from "./dispatcher.ts";

/** Results in one transaction, and transactions at once: thousands of deliveries may end in the same moment, or one by one. */
const RESULTS = { maxItems: 100, concurrency: 2, gatherMs: 20 };

type EndpointSource = DueEndpoint & { key: string; pool: string };

/**
 * Delivers webhooks until it is stopped; stop() waits for those that are under way. Endpoints that hang, however many, keep no other
 * waiting: docs/decisions/038.
 */
export function startWebhookLoop(services: Services, resolve?: Resolve): { stop(): Promise<void> } {
  const results = createBatcher(RESULTS);
  return startDispatcher<EndpointSource, ClaimedDelivery>(services, {
    name: "webhooks",
    pools: DELIVERY_POOLS,
    slotMs: SLOT_MS,
    concurrency: { first: MIN_AT_ONCE, after: concurrencyAfter },
    async look() {
      const due = await listDueEndpoints(services);
      return due.map((endpoint) => ({
        ...endpoint,
        key: `${endpoint.tenantId} ${endpoint.endpointId}`,
        pool: endpoint.record,
      }));
    },
    async claim(wanted) {
      const claimed = await claimDeliveries(
        services,
        wanted.map(({ source, limit }) => ({ ...source, limit })),
      );
      return claimed.map((item) => ({ key: `${item.tenant_id} ${item.endpoint_id}`, item }));
    },
    async send(claimed) {
      const attempt = await sendDelivery(services, claimed, resolve);
      const error = await results.run("results", attempt, (attempts) => recordAttempts(services, attempts));
      if (error !== null) throw error;
      return attempt.result.succeeded;
    },
  });
}
