import type { z } from "zod";
import type { ApplicationCredential, Application as Row } from "../../platform/database/client/client.ts";
import type { Application } from "../tenants/schema.ts";

/** An application as callers see it; never a secret. */
export function viewApplication(
  row: Row,
  identifiers: Pick<ApplicationCredential, "hint">[],
): z.output<typeof Application> {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    allowed_origins: row.allowedOrigins,
    scopes: row.scopes,
    identifier_hint: identifiers[0]?.hint ?? "",
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    revoked_at: row.revokedAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}
