import { addSeconds } from "../../../platform/clock.ts";
import { randomSecret, sha256 } from "../../../platform/crypto.ts";
import type { Role } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import type { KnownSession, Services, Tx } from "../../../platform/scope.ts";
import { forgetEntry } from "../../../platform/shared-cache.ts";

/** A session ends after this long without use, seconds. */
const REFRESH_SECONDS = 30 * 24 * 3600;
/** A session ends this long after the sign-in, seconds. */
const SESSION_SECONDS = 180 * 24 * 3600;

interface NewSession {
  tenantId: string;
  userId: string;
  applicationId: string;
}

/** Opens a session of a user through an application, with its first refresh token. */
export async function openSession(
  tx: Tx,
  { clock }: Pick<Services, "clock">,
  session: NewSession,
): Promise<{ sessionId: string; refreshToken: string }> {
  const now = clock.now();
  const id = newId("session");
  const expiresAt = addSeconds(now, SESSION_SECONDS);
  await tx.session.create({ data: { ...session, id, createdAt: now, expiresAt } });
  const refreshToken = await addRefreshToken(tx, { tenantId: session.tenantId, id, expiresAt }, now);
  return { sessionId: id, refreshToken };
}

/** Adds the next refresh token of a session, a random one unless `secret` is given; only its SHA-256 is stored. */
export async function addRefreshToken(
  tx: Tx,
  session: { tenantId: string; id: string; expiresAt: Date },
  now: Date,
  secret = randomSecret(),
): Promise<string> {
  const latest = addSeconds(now, REFRESH_SECONDS);
  await tx.refreshToken.create({
    data: {
      tenantId: session.tenantId,
      id: newId("refreshToken"),
      sessionId: session.id,
      hash: sha256(secret),
      createdAt: now,
      expiresAt: latest < session.expiresAt ? latest : session.expiresAt,
    },
  });
  return secret;
}

/** The live session of that id; null when it has ended, or its user was disabled. Cached; ending it reaches every process. */
export async function findSession(
  services: Services,
  tenantId: string,
  sessionId: string,
): Promise<KnownSession | null> {
  const known = await services.sessions.get(sessionId, async () => {
    const row = await services.db.session.findUnique({
      where: { tenantId_id: { tenantId, id: sessionId } },
      include: { user: { include: { memberships: { where: { targetTenantId: tenantId } } } } },
    });
    if (!row || row.revokedAt || row.user.disabledAt) return null;
    const { userId, applicationId, expiresAt, user } = row;
    const role = user.memberships[0]?.role ?? null;
    return { tenantId, value: { userId, applicationId, customerId: user.customerId, role, expiresAt } };
  });
  return known && known.expiresAt > services.clock.now() ? known : null;
}

/**
 * Ends one or all sessions of a user, and returns their ids. Their tokens stop working in every process a moment after this
 * commits; in this one as soon as the caller calls forgetSessions.
 */
export async function endSessions(
  tx: Tx,
  { clock }: Pick<Services, "clock">,
  whose: { tenantId: string; userId: string; id?: string },
  reason: string,
): Promise<string[]> {
  const ended = await tx.session.updateManyAndReturn({
    where: { ...whose, revokedAt: null },
    data: { revokedAt: clock.now(), revokeReason: reason },
    select: { id: true },
  });
  const ids = ended.map(({ id }) => id);
  for (const id of ids) await forgetEntry(tx, id);
  return ids;
}

/** Removes ended sessions from this process's cache. Call it after the commit that ended them. */
export function forgetSessions({ sessions }: Pick<Services, "sessions">, ids: string[]): void {
  for (const id of ids) sessions.forget(id);
}

/** The scopes that a user's tokens may carry: owners and admins of the tenant act as its admins. */
export function scopesOf(role: Role | null): string[] {
  return role === "OWNER" || role === "ADMIN" ? ["billing:admin"] : [];
}
