import { z } from "zod";
import { EmailInput, Identifier, pageOf, pageQuery, Timestamp, text } from "../../platform/schema/common.ts";
import { internalOperation, operation } from "../../platform/schema/operation.ts";

const person = {
  customer: Identifier.optional().meta({
    description: "The tenant's own identifier of the customer, or our cus_ id. Send this or email.",
  }),
  email: EmailInput.optional().meta({
    description:
      "An address: of an account, a waitlist entry, an invitation, a customer. Send this or customer.",
  }),
};

export const ExportPerson = z.strictObject(person);
export const ExportPersonPage = z.strictObject({ ...person, cursor: text(512).optional() });

const PersonalRow = z.object({
  table: z.string(),
  row: z.record(z.string(), z.unknown()),
});
export const PersonalRows = pageOf(PersonalRow);

export const PersonalFile = z
  .custom<AsyncIterable<string>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  )
  .meta({ override: { type: "string" } });

export const RequestErasure = z.strictObject({
  ...person,
  cancel: z.boolean().default(false).meta({
    description:
      "Cancels live subscriptions at once, voids unpaid invoices first, ours and at the card provider, and writes off charges that are held and credit that is left. Without it they make the request fail (person_has_open_billing).",
  }),
});

/** The erasure of a person and its status. Does not reveal who they were. */
export const Erasure = z
  .object({
    id: z.string(),
    status: z.enum(["PENDING", "RUNNING", "DONE", "FAILED"]),
    customer_ids: z.array(z.string()),
    user_ids: z.array(z.string()),
    waitlist_entry_ids: z.array(z.string()),
    cancel: z.boolean(),
    attempts: z.number().int(),
    last_error: z.string().nullable().meta({
      description: "Why the last try failed: a K code when the erasure FAILED; otherwise it is tried again.",
    }),
    created_by: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
    completed_at: Timestamp.nullable(),
  })
  .meta({ id: "Erasure" });

export const ErasureId = z.strictObject({ id: Identifier });
export const ListErasures = z.strictObject(pageQuery);
export const Erasures = pageOf(Erasure);

const shared = { tag: "Privacy", security: "app+jwt", scope: "billing:admin", role: "ADMIN" } as const;

export const exportPersonMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/privacy/export",
  answersFile: "application/json",
  summary: "Export a person's data",
  description:
    "All data of one person, in all areas, as one JSON document that is streamed. Hashes and secrets of the account are left " +
    "out. The audit log records the export and who made it.",
  errors: ["person_not_found", "customer_has_other_users"],
});

export const exportPersonPageMeta = internalOperation({
  role: "ADMIN",
  errors: ["person_not_found", "customer_has_other_users"],
});

export const requestErasureMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/privacy/erasures",
  status: 201,
  summary: "Erase a person",
  description:
    "Erases one person's data in all areas, for good, and at the card provider. Invoices stay, without name and address. The " +
    "erasure runs in the background; repeating the request returns the erasure in progress.",
  errors: [
    "person_not_found",
    "person_has_open_billing",
    "person_is_member",
    "customer_has_other_users",
    "subscription_change_in_progress",
  ],
});

export const getErasureMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/privacy/erasures/{id}",
  summary: "Get an erasure",
  description: "The status of an erasure.",
  errors: ["erasure_not_found"],
});

export const listErasuresMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/privacy/erasures",
  summary: "List erasures",
  description: "The tenant's erasures, newest first.",
});
