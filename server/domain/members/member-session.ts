import { ApiError } from "../../errors/api-error.ts";
import { addSeconds } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { RoleName } from "../../platform/schema/operation.ts";
import type { Services } from "../../platform/scope.ts";
import { INSTALLATION_SLUG } from "../tenants/create-tenant.ts";

/** How long a session lasts: a member signs in again after a week. */
const MEMBER_SESSION_SECONDS = 7 * 24 * 3600;

interface SessionKey {
  homeTenantId: string;
  userId: string;
  sessionId: string;
}

/** A member of the dashboard, with the tenants they may act in. */
export interface SignedInMember {
  userId: string;
  email: string;
  name: string | null;
  tenants: {
    tenantId: string;
    tenantName: string;
    tenantSlug: string;
    tenantMode: "LIVE" | "TEST";
    parentTenantId: string | null;
    role: RoleName;
  }[];
}

/**
 * Opens a dashboard session for a member who has just proved who they are. It is a session like those of tokens, so that an operation that
 * ends all of a user's sessions, such as a password reset, ends this one. Throws sign_in_failed.
 */
export async function openMemberSession(services: Services, userId: string): Promise<SessionKey> {
  const { db, clock } = services;
  const membership = await db.membership.findFirst({
    where: { userId, home: { slug: INSTALLATION_SLUG } },
    select: { tenantId: true },
  });
  if (!membership) throw new ApiError("sign_in_failed");
  const { tenantId } = membership;
  const now = clock.now();
  const session = { tenantId, id: newId("session"), userId, createdAt: now };
  await db.session.create({ data: { ...session, expiresAt: addSeconds(now, MEMBER_SESSION_SECONDS) } });
  return { homeTenantId: tenantId, userId, sessionId: session.id };
}

/** The member of a dashboard session, as stored now; null when the session has ended, or the user or all their tenants were disabled. */
export async function findMember(services: Services, key: SessionKey): Promise<SignedInMember | null> {
  const { db, clock } = services;
  const session = await db.session.findUnique({
    where: { tenantId_id: { tenantId: key.homeTenantId, id: key.sessionId } },
    include: { user: { include: { memberships: { include: { target: true } } } } },
  });
  if (!session || session.revokedAt || session.expiresAt <= clock.now()) return null;
  // A session of an application serves that application's tokens, never the dashboard.
  if (session.applicationId || session.userId !== key.userId || session.user.disabledAt) return null;
  const tenants = session.user.memberships
    .filter(({ target }) => !target.suspendedAt)
    .map(({ target, role }) => ({
      tenantId: target.id,
      tenantName: target.name,
      tenantSlug: target.slug,
      tenantMode: target.mode,
      parentTenantId: target.parentId,
      role,
    }))
    .sort((a, b) => a.tenantMode.localeCompare(b.tenantMode) || a.tenantName.localeCompare(b.tenantName));
  const { id, email, name } = session.user;
  return tenants.length > 0 ? { userId: id, email, name, tenants } : null;
}

/** Ends a dashboard session. Idempotent. */
export async function endMemberSession(services: Services, key: SessionKey): Promise<void> {
  const { homeTenantId: tenantId, sessionId: id, userId } = key;
  await services.db.session.updateMany({
    where: { tenantId, id, userId, revokedAt: null },
    data: { revokedAt: services.clock.now(), revokeReason: "SIGNED_OUT" },
  });
}
