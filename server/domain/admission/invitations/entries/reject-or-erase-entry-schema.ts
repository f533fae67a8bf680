import { z } from "zod";
import { operation } from "../../../../platform/schema/operation.ts";

export const ErasedEntry = z
  .object({ id: z.string(), erased: z.literal(true) })
  .meta({ id: "ErasedWaitlistEntry" });

export const rejectEntryMeta = operation({
  method: "POST",
  tag: "Waitlist",
  security: "app",
  path: "/v1/waitlist/{id}/reject",
  summary: "Reject a waitlist entry",
  description: "Also revokes its open invitations. Idempotent.",
  errors: ["waitlist_entry_not_found", "waitlist_status_conflict"],
});

export const eraseEntryMeta = operation({
  tag: "Waitlist",
  security: "app",
  method: "DELETE",
  path: "/v1/waitlist/{id}",
  summary: "Erase a waitlist entry",
  description:
    "At the person's request: the entry, its invitations, the mails to the address and their data in events and the audit log are deleted " +
    "for good. The record that an entry was erased, when and by whom, stays.",
  errors: ["waitlist_entry_not_found"],
});
