import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { sha256 } from "../../platform/crypto.ts";
import { hashPassword, isEasyPassword } from "../../platform/passwords.ts";
import { type Services, systemScope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { INSTALLATION_SLUG } from "../tenants/create-tenant.ts";
import type { AcceptInvitation } from "./accept-member-schema.ts";
import type { Ready } from "./schema.ts";

/** The team of an invitation's link, and the address that was invited; null when the link was used or has expired. */
export async function findTeamInvitation(
  services: Services,
  token: string,
): Promise<{ team: string; email: string } | null> {
  const found = await findInvitation(services, token);
  if (!found) return null;
  const { tenantId, id } = found.user;
  const membership = await services.db.membership.findFirst({
    where: { tenantId, userId: id },
    // Its sandbox is the same team; of several teams, the one that invited last.
    orderBy: [{ target: { mode: "asc" } }, { createdAt: "desc" }],
    select: { target: { select: { name: true } } },
  });
  return membership && { team: membership.target.name, email: found.user.email };
}

async function findInvitation({ db, clock }: Services, token: string) {
  const home = await db.tenant.findUnique({ where: { slug: INSTALLATION_SLUG } });
  if (!home) return null;
  const key = { tenantId: home.id, purpose: "MEMBER_INVITATION", hash: sha256(token) } as const;
  const found = await db.userToken.findUnique({
    where: { tenantId_purpose_hash: key },
    include: { user: true },
  });
  const isOver = !found || found.usedAt || found.expiresAt <= clock.now() || found.user.disabledAt;
  return isOver ? null : { home, id: found.id, user: found.user };
}

/** Accepts an invitation by its link and sets the password, once. Throws member_invitation_invalid or password_too_weak. */
export async function acceptMember(
  services: Services,
  { token, name, password }: z.output<typeof AcceptInvitation>,
): Promise<z.output<typeof Ready>> {
  const { db, clock } = services;
  const found = await findInvitation(services, token);
  if (!found) throw new ApiError("member_invitation_invalid");
  const { home } = found;
  const now = clock.now();
  const { email, id: userId } = found.user;
  if (isEasyPassword(password, email)) throw new ApiError("password_too_weak");
  const passwordHash = await hashPassword(password);
  await db.$transaction(async (tx) => {
    const taken = await tx.userToken.updateMany({
      where: { tenantId: home.id, id: found.id, usedAt: null },
      data: { usedAt: now },
    });
    if (taken.count === 0) throw new ApiError("member_invitation_invalid");
    await tx.user.update({
      where: { tenantId_id: { tenantId: home.id, id: userId } },
      data: { passwordHash, emailVerifiedAt: now, updatedAt: now, ...(name && { name }) },
    });
    const after = { id: userId, email };
    const scope = systemScope(services, home, "team");
    await recordChange(tx, scope, { type: "member.joined", objectType: "user", objectId: userId, after });
  });
  return { email };
}
