import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { sha256 } from "../../platform/crypto.ts";
import type { KnownApplication, Services } from "../scope.ts";
import { chooseScopes, grantAccess } from "./access-token.ts";
import type { TokenAnswer } from "./schema.ts";
import { addRefreshToken, endSessions, findSession, forgetSessions, scopesOf } from "./user-session.ts";

/**
 * Exchanges a refresh token for new tokens (RFC 6749 §6). Each works once: one that comes back was copied by somebody, so
 * that its whole family, the session, ends (RFC 9700 §4.14.2). K2017 unknown, used, expired, ended or another application's.
 */
export async function refreshSession(
  services: Services,
  { tenantId, id: applicationId }: KnownApplication,
  input: { refreshToken: string; scope: string | undefined },
): Promise<z.output<typeof TokenAnswer>> {
  const { db, clock } = services;
  const token = await db.refreshToken.findUnique({
    where: { tenantId_hash: { tenantId, hash: sha256(input.refreshToken) } },
    include: { session: true },
  });
  if (!token || token.session.applicationId !== applicationId) throw new ApiError("K2017");
  const { session } = token;
  const known = await findSession(services, tenantId, session.id);
  const now = clock.now();
  if (!known || token.expiresAt <= now) throw new ApiError("K2017");
  const scopes = chooseScopes(input.scope, scopesOf(known.role));
  const next = await db.$transaction(async (tx) => {
    const taken = await tx.refreshToken.updateMany({
      where: { tenantId, id: token.id, usedAt: null },
      data: { usedAt: now },
    });
    if (taken.count === 1) return addRefreshToken(tx, session, now);
    await endSessions(tx, services, { tenantId, userId: session.userId, id: session.id }, "TOKEN_REUSED");
    return null;
  });
  if (next === null) {
    forgetSessions(services, [session.id]);
    throw new ApiError("K2017");
  }
  const access = await grantAccess(services, {
    tenantId,
    applicationId,
    subject: known.userId,
    scopes,
    user: { sessionId: session.id, role: known.role },
  });
  return { ...access, refresh_token: next };
}
