import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { randomSecret } from "../../../platform/crypto.ts";
import { newId } from "../../../platform/ids.ts";
import { withMinimumDuration } from "../../../platform/minimum-duration.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { mayMail } from "../../mail/may-mail.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { getTenant } from "../../tenants/get-tenant.ts";
import { pageLink } from "../../tenants/page-link.ts";
import type { Joined, JoinWaitlist } from "./join-waitlist-schema.ts";
import { metadataFault } from "./rules.ts";
import { viewWaitlistEntry } from "./view-waitlist-entry.ts";

type Input = z.output<typeof JoinWaitlist>;

const REFERRAL_BITS = 64;

/** A new referral code: short enough to share, too long to guess. */
export function newReferralCode(): string {
  return randomSecret(REFERRAL_BITS);
}

/**
 * docs/interface.md 4.6. An address joins once, also under concurrency; later requests change nothing and get the same answer after the same time.
 * Whoever referred them is counted once the address is proven, see countReferral. Throws metadata_too_large or metadata_character_invalid.
 */
export async function joinWaitlist(scope: Scope, input: Input): Promise<z.output<typeof Joined>> {
  const metadata = input.metadata ?? {};
  refuseUnfit(metadata);
  const work = join(scope, input, metadata);
  // A tenant's own back end may list the addresses anyway.
  await (scope.client?.kind === "BROWSER" ? withMinimumDuration(work) : work);
  return { success: true };
}

async function join(scope: Scope, input: Input, metadata: object): Promise<void> {
  const { tenantId, clock, db } = scope;
  const tenant = await getTenant(db, scope);
  const now = clock.now();
  const id = newId("waitlistEntry");
  // Who is on the list already gets no mail, and counts none.
  const isMailed =
    tenant.waitlistReferrals &&
    !(await isListed(scope, input.email)) &&
    (await mayMail(scope, "admission", input.email));
  await db.$transaction(async (tx) => {
    const referrerId = tenant.waitlistReferrals ? await findReferrer(tx, scope, input.referral_code) : null;
    // As text: Prisma's own way to write JSON drops a key that is called __proto__.
    const count = await tx.$executeRaw`
      insert into waitlist_entries (tenant_id, id, email, name, metadata, referral_code, referred_by_id, created_at, updated_at)
      values (${tenantId}, ${id}, ${input.email}, ${input.name ?? null}, ${JSON.stringify(metadata)}::jsonb,
              ${newReferralCode()}, ${referrerId}, ${now}, ${now})
      on conflict do nothing`;
    if (count === 0) return;
    const key = { tenantId_id: { tenantId, id } };
    const entry = await tx.waitlistEntry.findUniqueOrThrow({ where: key });
    const after = viewWaitlistEntry(entry);
    await recordChange(tx, scope, {
      type: "waitlist.joined",
      objectType: "waitlist_entry",
      objectId: id,
      after,
    });
    if (isMailed) {
      const link = pageLink(scope, tenant, "waitlist-position", { code: entry.referralCode });
      const facts = { name: entry.name, link, isReferred: referrerId !== null };
      await queueMail(tx, scope, { to: entry.email, template: "waitlist_joined", dedupeKey: id, facts });
    }
  });
}

async function isListed({ tenantId, db }: Scope, email: string): Promise<boolean> {
  const key = { tenantId_email: { tenantId, email } };
  return (await db.waitlistEntry.findUnique({ where: key, select: { id: true } })) !== null;
}

/** The entry of that code, which cannot be erased until the transaction ends; null when there is none, or none any more. */
async function findReferrer(
  tx: Tx,
  { tenantId }: Scope,
  referralCode: string | undefined,
): Promise<string | null> {
  if (referralCode === undefined) return null;
  // Waits for an erasure that is in progress. Concurrent joins by one code do not wait for each other here.
  const [referrer] = await tx.$queryRaw<{ id: string }[]>`
    select id from waitlist_entries where tenant_id = ${tenantId} and referral_code = ${referralCode} for key share`;
  return referrer?.id ?? null;
}

/** Throws metadata_too_large or metadata_character_invalid. */
export function refuseUnfit(metadata: object): void {
  const fault = metadataFault(metadata);
  if (fault === null) return;
  if (fault === "characters") throw new ApiError("metadata_character_invalid");
  const limits = { size: "16 KB of JSON", keys: "50 keys", depth: "10 levels" };
  throw new ApiError("metadata_too_large", { details: { limit: limits[fault] } });
}
