import type { z } from "zod";
import { addSeconds } from "../../platform/clock.ts";
import { randomSecret, sha256 } from "../../platform/crypto.ts";
import type { User } from "../../platform/database/client/client.ts";
import { newId } from "../../platform/ids.ts";
import { withMinimumDuration } from "../../platform/minimum-duration.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { mayMail, RESET_LINK_SECONDS } from "../mail/may-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { getTenant } from "../tenants/get-tenant.ts";
import { pageLink } from "../tenants/page-link.ts";
import type { Done, RequestPasswordReset } from "./schema.ts";

/** Queues a mail with a reset link when the address is a user's. The answer and its time are the same when it is not. */
export async function requestPasswordReset(
  scope: Scope,
  input: z.output<typeof RequestPasswordReset>,
): Promise<z.output<typeof Done>> {
  await mailResetLink(scope, input.email, async (token) =>
    pageLink(scope, await getTenant(scope.db, scope), "reset-password", { token }),
  );
  return { success: true, message: "If the address is known, we have sent a mail with a link to it." };
}

/** The page on which a reset token is used. */
type LinkOf = (token: string) => Promise<string> | string;

/** Mails a link when the address is a user's of the tenant; takes the same time when it is not. */
export async function mailResetLink(scope: Scope, email: string, linkOf: LinkOf): Promise<void> {
  await withMinimumDuration(mailWhereKnown(scope, email, linkOf));
}

async function mailWhereKnown(scope: Scope, email: string, linkOf: LinkOf): Promise<void> {
  if (!(await mayMail(scope, "passwordReset", email))) return;
  const user = await findActiveUser(scope, email);
  if (user) await issueResetLink(scope, user, linkOf, { isMailed: true });
}

/** The tenant's user of an address, unless they are disabled. */
export async function findActiveUser({ db, tenantId }: Scope, email: string): Promise<User | null> {
  const user = await db.user.findUnique({ where: { tenantId_email: { tenantId, email } } });
  return user?.disabledAt ? null : user;
}

/** Makes a link that works once, for 30 minutes; only the hash of its token is kept. null for a user who is being erased. */
export async function issueResetLink(
  scope: Scope,
  user: User,
  linkOf: LinkOf,
  { isMailed }: { isMailed: boolean },
): Promise<{ link: string; expiresAt: Date } | null> {
  const { tenantId, db, clock } = scope;
  const now = clock.now();
  const token = randomSecret();
  const id = newId("userToken");
  const link = await linkOf(token);
  const expiresAt = addSeconds(now, RESET_LINK_SECONDS);
  return db.$transaction(async (tx) => {
    const row = {
      tenantId,
      id,
      userId: user.id,
      purpose: "PASSWORD_RESET",
      hash: sha256(token),
      createdAt: now,
    } as const;
    // Waits for an erasure in progress; after it there is no account to reset.
    const [kept] = await tx.$queryRaw<unknown[]>`
      select 1 from users where tenant_id = ${tenantId} and id = ${user.id} for key share`;
    if (!kept) return null;
    await tx.userToken.create({ data: { ...row, expiresAt } });
    const facts = { link, expiresAt };
    if (isMailed)
      await queueMail(tx, scope, { to: user.email, template: "password_reset", dedupeKey: id, facts });
    const after = { id: user.id, email: user.email };
    await recordChange(tx, scope, {
      type: "user.password_reset_requested",
      objectType: "user",
      objectId: user.id,
      after,
    });
    return facts;
  });
}
