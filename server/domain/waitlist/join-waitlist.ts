import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { randomSecret } from "../../platform/crypto.ts";
import { newId } from "../../platform/ids.ts";
import { recordChange } from "../events/record-change.ts";
import type { Scope } from "../scope.ts";
import { metadataFault } from "./rules.ts";
import type { Joined, JoinWaitlist } from "./schema.ts";
import { viewWaitlistEntry } from "./view-waitlist-entry.ts";

const REFERRAL_BITS = 64;

/**
 * Interface 4.6. An address joins once, however often and however many at a time ask; later asks change nothing and are
 * answered alike. K4005 metadata too large, K4006 characters that cannot be kept.
 */
export async function joinWaitlist(
  scope: Scope,
  input: z.output<typeof JoinWaitlist>,
): Promise<z.output<typeof Joined>> {
  const metadata = input.metadata ?? {};
  refuseUnfit(metadata);
  const { tenantId, clock } = scope;
  const now = clock.now();
  const id = newId("waitlistEntry");
  await scope.db.$transaction(async (tx) => {
    // As text: Prisma's own way to write JSON drops a key that is called __proto__.
    const count = await tx.$executeRaw`
      insert into waitlist_entries (tenant_id, id, email, name, metadata, referral_code, created_at, updated_at)
      values (${tenantId}, ${id}, ${input.email}, ${input.name ?? null}, ${JSON.stringify(metadata)}::jsonb,
              ${randomSecret(REFERRAL_BITS)}, ${now}, ${now})
      on conflict do nothing`;
    if (count === 0) return;
    const entry = await tx.waitlistEntry.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
    const after = viewWaitlistEntry(entry);
    await recordChange(tx, scope, {
      type: "waitlist.joined",
      objectType: "waitlist_entry",
      objectId: id,
      after,
    });
  });
  return { success: true };
}

function refuseUnfit(metadata: object): void {
  const fault = metadataFault(metadata);
  if (fault === null) return;
  if (fault === "characters") throw new ApiError("K4006");
  const limits = { size: "16 KB of JSON", keys: "50 keys", depth: "10 levels" };
  throw new ApiError("K4005", { details: { limit: limits[fault] } });
}
