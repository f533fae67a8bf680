import { brandColors } from "../../platform/brand-colors.ts";
import type { Tenant } from "../../platform/database/client/client.ts";
import { Slug } from "../../platform/schema/common.ts";
import type { Services } from "../../platform/scope.ts";
import { INSTALLATION_SLUG } from "./create-tenant.ts";

/** The public data of a tenant, as its public pages show it. */
export interface PublicTenant {
  id: string;
  slug: string;
  name: string;
  mode: "LIVE" | "TEST";
  /** The brand colour, and the text colour that can be read on it. */
  brand: { background: string; text: string };
  logoUrl: string | null;
  websiteUrl: string | null;
  supportEmail: string | null;
  signupPolicy: "OPEN" | "INVITE_ONLY" | "WAITLIST";
  hasReferrals: boolean;
}

/**
 * The tenant behind the slug of its public pages; null when there is none, when it is suspended, and for the installation's
 * own: its users are the dashboard's members, who join by invitation only.
 */
export async function findPublicTenant(services: Services, slug: string): Promise<PublicTenant | null> {
  // The URL may contain characters that PostgreSQL refuses.
  if (!Slug.safeParse(slug).success) return null;
  const tenant = await services.db.tenant.findUnique({ where: { slug } });
  return tenant && toPublicTenant(tenant);
}

/** The same, by id. */
export async function getPublicTenant(services: Services, id: string): Promise<PublicTenant | null> {
  const tenant = await services.db.tenant.findUnique({ where: { id } });
  return tenant && toPublicTenant(tenant);
}

function toPublicTenant(tenant: Tenant): PublicTenant | null {
  if (tenant.suspendedAt || tenant.slug === INSTALLATION_SLUG) return null;
  const { id, slug, name, mode, logoUrl, websiteUrl, supportEmail, signupPolicy } = tenant;
  const brand = brandColors(tenant.brandColor);
  const hasReferrals = tenant.waitlistReferrals;
  return { id, slug, name, mode, brand, logoUrl, websiteUrl, supportEmail, signupPolicy, hasReferrals };
}
