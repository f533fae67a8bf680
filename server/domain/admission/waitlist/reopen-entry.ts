import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { lockEntry, moveEntry } from "./move-entry.ts";
import type { WaitlistEntry, WaitlistEntryId } from "./schema.ts";
import { viewWaitlistEntry } from "./view-waitlist-entry.ts";

/** Returns a rejected entry to PENDING, at its old position. K4001, K4002 for one that was not rejected. */
export async function reopenWaitlistEntry(
  scope: Scope,
  { id }: z.output<typeof WaitlistEntryId>,
): Promise<z.output<typeof WaitlistEntry>> {
  return scope.db.$transaction(async (tx) => {
    const entry = await lockEntry(tx, scope, id);
    if (entry.status !== "REJECTED")
      throw new ApiError("K4002", { details: { from: entry.status, to: "PENDING" } });
    return viewWaitlistEntry(await moveEntry(tx, scope, entry, "PENDING"));
  });
}
