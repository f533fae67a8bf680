import { ApiError } from "../../../errors/api-error.ts";
import { addSeconds } from "../../../platform/clock.ts";
import type { RoleName } from "../../../platform/schema/operation.ts";
import type { Services } from "../../../platform/scope.ts";
import { findPublicTenant, getPublicTenant, type PublicTenant } from "../../tenants/public-tenant.ts";
import { LINK_SECONDS } from "./create-portal-session.ts";
import { decryptPortalToken, encryptPortalToken } from "./portal-token.ts";

/** How long an opened portal stays open, seconds. */
const SESSION_SECONDS = 30 * 60;

/** The portal of a browser's session. */
export interface OpenPortal {
  tenant: PublicTenant;
  customerId: string;
  returnUrl: string | null;
  /** The member of the dashboard who created the link, with their current role; null: the tenant's back end did. */
  member: { userId: string; role: RoleName } | null;
}

/** Exchanges a link for a portal session; once, also under concurrency. null when the link was used or has expired. */
export async function enterPortal(
  services: Services,
  encrypted: string,
): Promise<{ slug: string; session: string; seconds: number } | null> {
  const token = decryptPortalToken(services, "portal link", encrypted);
  const tenant = token && (await getPublicTenant(services, token.tenantId));
  if (!token || !tenant) return null;
  try {
    await services.throttle.take({ name: "portal link", points: 1, seconds: LINK_SECONDS }, token.id);
  } catch (error) {
    if (error instanceof ApiError && error.errorName === "too_many_requests") return null;
    throw error;
  }
  const expiresAt = addSeconds(services.clock.now(), SESSION_SECONDS).getTime();
  const session = encryptPortalToken(services, "portal session", { ...token, expiresAt });
  return { slug: tenant.slug, session, seconds: SESSION_SECONDS };
}

/**
 * The portal that a browser's session opens on the tenant's page. null when the session has expired, belongs to another tenant,
 * or was created from the link of a member who has left the team.
 */
export async function readPortal(
  services: Services,
  slug: string,
  session: string,
): Promise<OpenPortal | null> {
  const token = decryptPortalToken(services, "portal session", session);
  const tenant = token && (await findPublicTenant(services, slug));
  if (!token || tenant?.id !== token.tenantId) return null;
  const { tenantId, customerId, returnUrl, memberId } = token;
  const key = { tenantId_id: { tenantId, id: customerId } };
  const customer = await services.db.customer.findUnique({ where: key, select: { erasedAt: true } });
  const member = memberId === null ? null : await findMember(services, tenantId, memberId);
  if (!customer || customer.erasedAt || (memberId !== null && member === null)) return null;
  return { tenant, customerId, returnUrl, member };
}

async function findMember({ db }: Services, targetTenantId: string, userId: string) {
  return db.membership.findFirst({
    where: { targetTenantId, userId, user: { disabledAt: null } },
    select: { userId: true, role: true },
  });
}
