import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { sha256 } from "../../platform/crypto.ts";
import { hashPassword, isEasyPassword } from "../../platform/passwords.ts";
import { recordChange } from "../events/record-change.ts";
import { type Services, systemScope } from "../scope.ts";
import { INSTALLATION_SLUG } from "../tenants/create-tenant.ts";
import type { AcceptInvitation, Ready } from "./member-schema.ts";

/** Whoever holds the link of an invitation chooses a password, once. K2024 a link that is over, K2013 an easy password. */
export async function acceptMember(
  services: Services,
  { token, name, password }: z.output<typeof AcceptInvitation>,
): Promise<z.output<typeof Ready>> {
  const { db, clock } = services;
  const home = await db.tenant.findUnique({ where: { slug: INSTALLATION_SLUG } });
  const key = { tenantId: home?.id ?? "", purpose: "MEMBER_INVITATION", hash: sha256(token) } as const;
  const found = await db.userToken.findUnique({
    where: { tenantId_purpose_hash: key },
    include: { user: true },
  });
  const now = clock.now();
  if (!home || !found || found.usedAt || found.expiresAt <= now || found.user.disabledAt)
    throw new ApiError("K2024");
  const { email, id: userId } = found.user;
  if (isEasyPassword(password, email)) throw new ApiError("K2013");
  const passwordHash = await hashPassword(password);
  await db.$transaction(async (tx) => {
    const taken = await tx.userToken.updateMany({
      where: { tenantId: home.id, id: found.id, usedAt: null },
      data: { usedAt: now },
    });
    if (taken.count === 0) throw new ApiError("K2024");
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
