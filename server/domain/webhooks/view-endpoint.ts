import type { z } from "zod";
import type { WebhookEndpoint as Row } from "../../platform/database/client/client.ts";
import { endpointState } from "./rules.ts";
import type { WebhookEndpoint } from "./schema.ts";

type View = z.output<typeof WebhookEndpoint>;

/** A webhook endpoint in its public form, as it is at `now`. */
export function viewEndpoint(row: Row, now: Date): View {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    types: row.types,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    state: endpointState(row, now),
    failing_since: row.failingSince?.toISOString() ?? null,
    last_failed_at: row.lastFailedAt?.toISOString() ?? null,
    disabled_at: row.disabledAt?.toISOString() ?? null,
    // Only disableEndpoint writes it.
    disabled_reason: row.disabledReason as View["disabled_reason"],
  };
}
