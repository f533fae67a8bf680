import { z } from "zod";
import {
  ActorType,
  Identifier,
  pageOf,
  pageQuery,
  Timestamp,
  TimestampInput,
} from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";

const State = z
  .custom<Record<string, unknown> | null>((value) => typeof value === "object")
  .meta({ override: { anyOf: [{ type: "object", additionalProperties: true }, { type: "null" }] } });

const Hash = z.string().meta({ description: "SHA-256 in hexadecimal." });

/** Who did what to which object. */
export const AuditEntry = z
  .object({
    id: z.string(),
    actor_type: ActorType,
    actor_id: z.string(),
    action: z.string().meta({ description: "The type of the event of the same change." }),
    object_type: z.string(),
    object_id: z.string(),
    before: State,
    after: State,
    request_id: z.string().meta({ description: "The x-request-id of the request that did it." }),
    created_at: Timestamp,
    position: z.number().int().nullable().meta({
      description: "The place in the tenant's chain; null for the moment until the entry is sealed.",
    }),
    digest: Hash.nullable(),
    hash: Hash.nullable().meta({
      description:
        "SHA-256 of the hash at the position before (32 zero bytes before the first) and this digest.",
    }),
  })
  .meta({ id: "AuditEntry" });

const range = {
  actor_id: Identifier.optional(),
  action: Identifier.optional(),
  object_id: Identifier.optional(),
  from: TimestampInput.optional().meta({ description: "Only what was done at this moment or later." }),
  to: TimestampInput.optional().meta({ description: "Only what was done before this moment." }),
};

export const AuditRange = z.strictObject(range);
export const ListAudit = z.strictObject({ ...range, ...pageQuery });
export const AuditPage = pageOf(AuditEntry);

const shared = {
  tag: "Audit",
  security: "app+jwt",
  scope: "billing:admin",
  role: "ADMIN",
  method: "GET",
} as const;

export const listAuditMeta = operation({
  ...shared,
  path: "/v1/audit",
  summary: "List audit entries",
  description:
    "Who did what to which object, newest first, with the object before and after. Nothing of it can be changed, save that " +
    "a person who asks to be forgotten is blanked. Each entry is sealed into the tenant's chain within a minute.",
});
export const exportAuditCsvMeta = operation({
  ...shared,
  path: "/v1/audit/export/csv",
  answersFile: "text/csv",
  summary: "Export audit entries as CSV",
  description:
    "Oldest first, as a stream. Cells that a spreadsheet would take for a formula begin with an apostrophe.",
});
export const exportAuditNdjsonMeta = operation({
  ...shared,
  path: "/v1/audit/export/ndjson",
  answersFile: "application/x-ndjson",
  summary: "Export audit entries as NDJSON",
  description: "Oldest first, as a stream: one JSON object a line, as they are listed.",
});
