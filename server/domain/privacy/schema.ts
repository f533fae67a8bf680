import { z } from "zod";
import { EmailInput, Identifier, Timestamp } from "../../platform/schema/common.ts";

export const personField = {
  customer: Identifier.optional().meta({
    description: "The tenant's own identifier of the customer, or our cus_ id. Send this or email.",
  }),
  email: EmailInput.optional().meta({
    description:
      "An address: of an account, a waitlist entry, an invitation, a customer. Send this or customer.",
  }),
};

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
