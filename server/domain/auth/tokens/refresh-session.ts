import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { addSeconds } from "../../../platform/clock.ts";
import { deriveSecret, randomSecret, sha256 } from "../../../platform/crypto.ts";
import type { KnownApplication, Services, Tx } from "../../../platform/scope.ts";
import type { TokenAnswer } from "../schema.ts";
import { chooseScopes, grantAccess } from "./access-token.ts";
import { addRefreshToken, endSessions, findSession, forgetSessions, scopesOf } from "./user-session.ts";

/**
 * How long a used token still returns the token that replaced it, in seconds: for an application that sends several
 * requests at once, or repeats one because the response was lost.
 */
const REPEAT_SECONDS = 10;

/**
 * Exchanges a refresh token for new tokens (RFC 6749 §6). Each works once. Within ten seconds a repetition gets the same next token; not a
 * different one, so that an owner and a thief cannot both continue unnoticed. After that, the use of a used token means that it was copied,
 * and the session ends (RFC 9700 §4.14.2). Throws refresh_token_invalid.
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
  if (!token || token.session.applicationId !== applicationId) throw new ApiError("refresh_token_invalid");
  const { session } = token;
  const known = await findSession(services, tenantId, session.id);
  const now = clock.now();
  if (!known || token.expiresAt <= now) throw new ApiError("refresh_token_invalid");
  const scopes = chooseScopes(input.scope, scopesOf(known.role));
  const next = await db.$transaction(async (tx) => {
    const found = await takeNext(tx, session, { id: token.id, secret: input.refreshToken }, now);
    if (found === null)
      await endSessions(tx, services, { tenantId, userId: session.userId, id: session.id }, "TOKEN_REUSED");
    return found;
  });
  if (next === null) {
    forgetSessions(services, [session.id]);
    throw new ApiError("refresh_token_invalid");
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

/** The token that replaces this one; null when this one was used too long ago. */
async function takeNext(
  tx: Tx,
  session: { tenantId: string; id: string; expiresAt: Date },
  { id, secret }: { id: string; secret: string },
  now: Date,
): Promise<string | null> {
  const { tenantId } = session;
  const nextSalt = randomSecret();
  // Of several concurrent requests one uses it; the others wait here for its commit.
  const taken = await tx.refreshToken.updateMany({
    where: { tenantId, id, usedAt: null },
    data: { usedAt: now, nextSalt },
  });
  if (taken.count === 1) return addRefreshToken(tx, session, now, deriveSecret(secret, nextSalt));
  const used = await tx.refreshToken.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!used?.usedAt || used.nextSalt === null || addSeconds(used.usedAt, REPEAT_SECONDS) < now) return null;
  const next = deriveSecret(secret, used.nextSalt);
  const row = await tx.refreshToken.findUnique({
    where: { tenantId_hash: { tenantId, hash: sha256(next) } },
  });
  if (!row) return null;
  // The next one may have been used meanwhile, too: the last of the chain is the current one.
  return row.usedAt ? takeNext(tx, session, { id: row.id, secret: next }, now) : next;
}
