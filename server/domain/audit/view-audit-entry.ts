import { z } from "zod";
import type { AuditEntry as Row } from "../../platform/database/client/client.ts";
import type { AuditEntry } from "./list-audit-schema.ts";

const State = z.custom<Record<string, unknown> | null>((value) => typeof value === "object");

/** An audit entry in its public form: all but its salt. */
export function viewAuditEntry(row: Row): z.output<typeof AuditEntry> {
  return {
    id: row.id,
    actor_type: row.actorType,
    actor_id: row.actorId,
    action: row.action,
    object_type: row.objectType,
    object_id: row.objectId,
    before: State.parse(row.before),
    after: State.parse(row.after),
    request_id: row.requestId,
    created_at: row.createdAt.toISOString(),
    position: row.position,
    digest: hex(row.digest),
    hash: hex(row.hash),
  };
}

function hex(bytes: Uint8Array | null): string | null {
  return bytes && Buffer.from(bytes).toString("hex");
}
