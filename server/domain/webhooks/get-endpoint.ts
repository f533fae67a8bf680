import type { z } from "zod";
import type { Scope } from "../../platform/scope.ts";
import { getEndpointOrThrow } from "./load-endpoint.ts";
import type * as schema from "./schema.ts";
import { viewEndpoint } from "./view-endpoint.ts";

/** One endpoint. K9020. */
export async function getEndpoint(
  scope: Scope,
  input: z.output<typeof schema.WebhookEndpointId>,
): Promise<z.output<typeof schema.WebhookEndpoint>> {
  return viewEndpoint(await getEndpointOrThrow(scope.db, scope, input.endpoint_id));
}
