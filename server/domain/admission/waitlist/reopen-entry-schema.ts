import { operation } from "../../../platform/schema/operation.ts";

export const reopenWaitlistEntryMeta = operation({
  method: "POST",
  path: "/v1/waitlist/{id}/reopen",
  isAtomic: true,
  tag: "Waitlist",
  security: "app",
  summary: "Return a rejected entry to the waitlist",
  description: "REJECTED becomes PENDING, at its old position.",
  errors: ["waitlist_entry_not_found", "waitlist_status_conflict"],
});
