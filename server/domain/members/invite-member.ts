import type { z } from "zod";
import { addSeconds } from "../../platform/clock.ts";
import { randomSecret, sha256 } from "../../platform/crypto.ts";
import { newId } from "../../platform/ids.ts";
import { type Scope, systemScope, type Tx } from "../../platform/scope.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { installationTenant } from "./installation.ts";
import type { InvitedMember, InviteMember } from "./invite-member-schema.ts";
import { lockTenantAndSandbox, memberOf, setRole } from "./set-role.ts";
import { viewMember } from "./view-member.ts";

const INVITATION_SECONDS = 7 * 24 * 3600;

/**
 * Gives a person a role in the tenant and its sandbox. A person new to the installation gets a mail with a link to choose a
 * password. Repeating it sends a new link and sets the role.
 *
 * The holder of the link becomes the member of that address. The answer shows it to the inviter only where no mail is sent and no
 * other tenant has invited that address: a tenant must not impersonate another's member.
 */
export async function inviteMember(
  scope: Scope,
  input: z.output<typeof InviteMember>,
): Promise<z.output<typeof InvitedMember>> {
  const { db, clock, tenantId, baseUrl } = scope;
  const now = clock.now();
  return db.$transaction(async (tx) => {
    const home = await installationTenant(tx, scope);
    const key = { tenantId: home.id, email: input.email };
    const user =
      (await tx.user.findUnique({ where: { tenantId_email: key } })) ??
      (await tx.user.create({
        data: { ...key, id: newId("user"), name: input.name ?? null, createdAt: now, updatedAt: now },
      }));
    const hasJoined = user.passwordHash !== null;
    await setRole(tx, scope, user, input.role);
    const token = randomSecret();
    const link = hasJoined ? null : `${baseUrl}/join?token=${token}`;
    if (link) {
      const expiresAt = addSeconds(now, INVITATION_SECONDS);
      const purpose = "MEMBER_INVITATION";
      const id = newId("userToken");
      // A new link replaces the one before.
      await tx.userToken.updateMany({
        where: { tenantId: home.id, userId: user.id, purpose, usedAt: null },
        data: { usedAt: now },
      });
      await tx.userToken.create({
        data: {
          tenantId: home.id,
          id,
          userId: user.id,
          purpose,
          hash: sha256(token),
          createdAt: now,
          expiresAt,
        },
      });
      const { name: tenantName } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId } });
      // From the installation, not the tenant: a reader of the tenant's mailbox must not become another member.
      await queueMail(tx, systemScope(scope.system, home, "team"), {
        to: user.email,
        template: "member_invitation",
        dedupeKey: id,
        facts: { name: user.name, tenantName, link, expiresAt },
      });
    }
    const membership = await memberOf(tx, scope, user.id);
    const sendsMail = scope.config.mail !== undefined;
    const isShown = !sendsMail && !(await isElsewhere(tx, scope, user.id));
    return {
      member: viewMember(membership),
      is_mailed: link !== null && sendsMail,
      link: isShown ? link : null,
    };
  });
}

/** Whether the user has a role in a tenant other than this one and its sandbox or parent. */
async function isElsewhere(tx: Tx, scope: Scope, userId: string): Promise<boolean> {
  const targetTenantId = { notIn: await lockTenantAndSandbox(tx, scope) };
  return (await tx.membership.count({ where: { userId, targetTenantId } })) > 0;
}
