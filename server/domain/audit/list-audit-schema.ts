import { z } from "zod";
import { ActorType, pageOf, pageQuery, Timestamp } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { auditRange } from "./schema.ts";

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

export const ListAudit = z.strictObject({ ...auditRange, ...pageQuery });

export const AuditPage = pageOf(AuditEntry);

export const listAuditMeta = operation({
  tag: "Audit",
  security: "app+jwt",
  scope: "billing:admin",
  role: "ADMIN",
  method: "GET",
  path: "/v1/audit",
  summary: "List audit entries",
  description:
    "Who did what to which object, newest first, with the object before and after. Nothing of it can be changed, save that " +
    "a person who asks to be forgotten is blanked. Each entry is sealed into the tenant's chain within a minute.",
});
