import { ApiError } from "../../../errors/api-error.ts";
import { addSeconds } from "../../../platform/clock.ts";
import type { RoleName } from "../../../platform/schema/operation.ts";
import type { Services } from "../../../platform/scope.ts";
import { findTenantLook, getTenantLook, type TenantLook } from "../../tenants/tenant-look.ts";
import { LINK_SECONDS } from "./create-portal-session.ts";
import { openPass, sealPass } from "./sealed-pass.ts";

/** How long an opened portal stays open, seconds. */
const SESSION_SECONDS = 30 * 60;

/** A portal as it stands open in somebody's browser. */
export interface OpenPortal {
  tenant: TenantLook;
  customerId: string;
  returnUrl: string | null;
  /** The member of the dashboard whose link it is, with their role as it is now; null: the tenant's back end made the link. */
  member: { userId: string; role: RoleName } | null;
}

/** Turns a link into what the browser then shows as its right to be there; once, in any race. null: the link is over. */
export async function enterPortal(
  services: Services,
  token: string,
): Promise<{ slug: string; session: string; seconds: number } | null> {
  const pass = openPass(services, "portal link", token);
  const tenant = pass && (await getTenantLook(services, pass.tenantId));
  if (!pass || !tenant) return null;
  try {
    await services.throttle.take({ name: "portal link", points: 1, seconds: LINK_SECONDS }, pass.id);
  } catch (error) {
    if (error instanceof ApiError && error.code === "K9002") return null;
    throw error;
  }
  const expiresAt = addSeconds(services.clock.now(), SESSION_SECONDS).getTime();
  const session = sealPass(services, "portal session", { ...pass, expiresAt });
  return { slug: tenant.slug, session, seconds: SESSION_SECONDS };
}

/**
 * The portal that a browser's session opens on the tenant's page; null when it is over, another tenant's, or was made by somebody
 * who is no member any more.
 */
export async function readPortal(
  services: Services,
  slug: string,
  session: string,
): Promise<OpenPortal | null> {
  const pass = openPass(services, "portal session", session);
  const tenant = pass && (await findTenantLook(services, slug));
  if (!pass || tenant?.id !== pass.tenantId) return null;
  const { tenantId, customerId, returnUrl, memberId } = pass;
  const key = { tenantId_id: { tenantId, id: customerId } };
  const customer = await services.db.customer.findUnique({ where: key, select: { erasedAt: true } });
  const member = memberId === null ? null : await findMaker(services, tenantId, memberId);
  if (!customer || customer.erasedAt || (memberId !== null && member === null)) return null;
  return { tenant, customerId, returnUrl, member };
}

async function findMaker({ db }: Services, targetTenantId: string, userId: string) {
  return db.membership.findFirst({
    where: { targetTenantId, userId, user: { disabledAt: null } },
    select: { userId: true, role: true },
  });
}
