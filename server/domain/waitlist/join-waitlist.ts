import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { randomSecret } from "../../platform/crypto.ts";
import type { Prisma } from "../../platform/database/client/client.ts";
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
    const { count } = await tx.waitlistEntry.createMany({
      data: [
        {
          tenantId,
          id,
          email: input.email,
          name: input.name ?? null,
          // What came as JSON is JSON.
          metadata: metadata as Prisma.InputJsonObject,
          referralCode: randomSecret(REFERRAL_BITS),
          createdAt: now,
          updatedAt: now,
        },
      ],
      skipDuplicates: true,
    });
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
