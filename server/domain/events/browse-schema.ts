import { z } from "zod";
import {
  ActorType,
  Identifier,
  pageOf,
  pageQuery,
  searchText,
  Timestamp,
  TimestampInput,
  text,
} from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";

const filters = {
  ...pageQuery,
  object_ids: z.array(Identifier).min(1).max(200).optional().meta({ description: "Of these objects only." }),
  about: searchText(200).optional().meta({
    description:
      "Of objects whose name, address, number or id this is, in whole or part, and of what belongs to those customers and plans.",
  }),
  object_type: text(64).optional(),
  from: TimestampInput.optional(),
  to: TimestampInput.optional(),
};

export const BrowseEvents = z.strictObject({
  ...filters,
  type: text(128)
    .optional()
    .meta({ description: "Such as subscription.created; subscription. for all of a kind." }),
});

const described = {
  sentence: z.string().meta({ description: "What happened, to what." }),
  object_name: z.string().nullable().meta({
    description:
      "What people call the object: its number, name or address; null: nothing names it, or the sentence does.",
  }),
};

const EventRow = z.object({
  ...described,
  id: z.string(),
  type: z.string(),
  object_type: z.string(),
  object_id: z.string(),
  sequence: z.number().int(),
  data: z.unknown(),
  created_at: Timestamp,
});

export const EventRows = pageOf(EventRow);

export const BrowseAudit = z.strictObject({
  ...filters,
  action: text(128).optional(),
  actor: Identifier.optional().meta({ description: "Id of the application, user or job that did it." }),
  actor_type: ActorType.optional(),
});

/** Its filters, for a part of the log's file. */
export const AuditFilters = BrowseAudit.omit({ limit: true });

const AuditRow = z.object({
  ...described,
  id: z.string(),
  actor_type: ActorType,
  actor_id: z.string(),
  actor_name: z
    .string()
    .nullable()
    .meta({ description: "A member's address or an application's name, where known." }),
  action: z.string(),
  object_type: z.string(),
  object_id: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  request_id: z.string(),
  created_at: Timestamp,
});

export const AuditRows = pageOf(AuditRow);

export const browseEventsMeta = internalOperation({ role: "VIEWER" });
/** The log shows the actions of all members: only for the tenant's administrators. */
export const browseAuditMeta = internalOperation({ role: "ADMIN" });
/** For the dashboard, which writes the file in the browser. */
export const exportAuditPageMeta = internalOperation({ role: "ADMIN", errors: ["fields_invalid"] });
