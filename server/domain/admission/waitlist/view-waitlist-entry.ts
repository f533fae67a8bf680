import { z } from "zod";
import type { WaitlistEntry as Row } from "../../../platform/database/client/client.ts";
import type { WaitlistEntry } from "./schema.ts";

const AnyObject = z.custom<Record<string, unknown>>((value) => typeof value === "object" && value !== null);

/** As much of an entry as the interface shows of it. */
export type ShownEntry = Pick<
  Row,
  "id" | "tenantId" | "email" | "name" | "status" | "metadata" | "createdAt" | "invitedAt" | "invitedBy"
>;

/** docs/interface.md 2.9. */
export function viewWaitlistEntry(row: ShownEntry): z.output<typeof WaitlistEntry> {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    email: row.email,
    name: row.name,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    invited_at: row.invitedAt?.toISOString() ?? null,
    invited_by: row.invitedBy,
    metadata: AnyObject.parse(row.metadata),
  };
}
