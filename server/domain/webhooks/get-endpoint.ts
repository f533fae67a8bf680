import type { z } from "zod";
import type { Scope } from "../../platform/scope.ts";
import { readDeliveries } from "./deliveries/read-deliveries.ts";
import { getEndpointOrThrow } from "./load-endpoint.ts";
import type * as schema from "./schema.ts";
import { readSecrets } from "./secrets.ts";
import { viewEndpoint } from "./view-endpoint.ts";

/** One endpoint, with what became of its deliveries. Throws webhook_endpoint_not_found. */
export async function getEndpoint(
  scope: Scope,
  input: z.output<typeof schema.WebhookEndpointId>,
): Promise<z.output<typeof schema.WebhookEndpointDetail>> {
  const endpoint = await getEndpointOrThrow(scope.db, scope, input.endpoint_id);
  const [deliveries, secrets] = await Promise.all([
    readDeliveries(scope, endpoint),
    readSecrets(scope, endpoint.id),
  ]);
  return { ...viewEndpoint(endpoint, scope.clock.now()), ...deliveries, ...secrets };
}
