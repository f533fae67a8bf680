import { z } from "zod";
import { Identifier } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";

const MOST = 1_000;

export const InviteEntries = z
  .strictObject({
    ids: z.array(Identifier).min(1).max(MOST).optional().meta({ description: "These entries." }),
    oldest: z
      .number()
      .int()
      .min(1)
      .max(MOST)
      .optional()
      .meta({ description: "How many to invite from the front of the queue." }),
  })
  .meta({ id: "InviteEntriesRequest" });

export const InvitedEntries = z
  .object({
    invited: z.array(z.string()).meta({ description: "Ids of the entries that were invited." }),
    refused: z
      .array(z.object({ id: z.string(), code: z.string(), name: z.string(), message: z.string() }))
      .meta({ description: "Entries that could not be invited, and why." }),
  })
  .meta({ id: "InvitedEntries" });

export const inviteEntryMeta = operation({
  method: "POST",
  tag: "Waitlist",
  security: "app",
  path: "/v1/waitlist/{id}/invite",
  isAtomic: true,
  summary: "Invite a waitlist entry",
  description: "PENDING becomes INVITED and is mailed; INVITED is mailed again, for another week.",
  errors: ["waitlist_entry_not_found", "waitlist_status_conflict"],
});

export const inviteEntriesMeta = operation({
  method: "POST",
  tag: "Waitlist",
  security: "app",
  path: "/v1/waitlist/invite",
  summary: "Invite many waitlist entries",
  description:
    "The entries that you name, or the first in the queue; up to 1,000. Concurrent calls never invite the same entry. Answers " +
    "entry by entry: one that cannot be invited does not stop the others.",
  errors: ["exactly_one_field_required"],
});
