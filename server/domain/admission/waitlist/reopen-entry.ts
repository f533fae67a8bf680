import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { lockEntry, moveEntry } from "./move-entry.ts";
import type { WaitlistEntry, WaitlistEntryId } from "./schema.ts";
import { viewWaitlistEntry } from "./view-waitlist-entry.ts";

/** Returns a rejected entry to PENDING, at its old position. Throws waitlist_entry_not_found or waitlist_status_conflict. */
export async function reopenWaitlistEntry(
  scope: Scope,
  { id }: z.output<typeof WaitlistEntryId>,
): Promise<z.output<typeof WaitlistEntry>> {
  return scope.db.$transaction(async (tx) => {
    const entry = await lockEntry(tx, scope, id);
    if (entry.status !== "REJECTED")
      throw new ApiError("waitlist_status_conflict", { details: { from: entry.status, to: "PENDING" } });
    return viewWaitlistEntry(await moveEntry(tx, scope, entry, "PENDING"));
  });
}
