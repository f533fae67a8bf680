import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { WaitlistEntry } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getTenant } from "../../tenants/get-tenant.ts";
import { countEntries } from "./count-entries.ts";
import type { FindPosition, WaitlistPosition } from "./schema.ts";

/** The position of an entry: 1 = next to be invited; null when it does not wait. */
export async function positionOf(scope: Scope, entry: WaitlistEntry): Promise<number | null> {
  if (entry.status !== "PENDING") return null;
  const { tenantId, createdAt, id, referralCount } = entry;
  const earlier = { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
  const { waitlistReferrals } = await getTenant(scope.db, scope);
  const ahead = waitlistReferrals
    ? { OR: [{ referralCount: { gt: referralCount } }, { referralCount, ...earlier }] }
    : earlier;
  return 1 + (await scope.db.waitlistEntry.count({ where: { tenantId, status: "PENDING", ...ahead } }));
}

/** The position of the entry with this referral code. Throws waitlist_entry_not_found. */
export async function findPosition(
  scope: Scope,
  input: z.output<typeof FindPosition>,
): Promise<z.output<typeof WaitlistPosition>> {
  const { tenantId, db } = scope;
  const key = { tenantId_referralCode: { tenantId, referralCode: input.referral_code } };
  const entry = await db.waitlistEntry.findUnique({ where: key });
  if (!entry) throw new ApiError("waitlist_entry_not_found");
  const [position, counts] = await Promise.all([positionOf(scope, entry), countEntries(db, tenantId)]);
  const { referralCode: referral_code, referralCount: referral_count } = entry;
  const is_confirmed = entry.confirmedAt !== null;
  return { position, referral_code, referral_count, is_confirmed, total: counts.PENDING };
}
