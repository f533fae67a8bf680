import type { Tenant } from "../../platform/database/client/client.ts";
import type { Scope } from "../../platform/scope.ts";

/** Pages that mails link to. */
export const MAILED_PAGES = [
  "accept-invitation",
  "verify-email",
  "reset-password",
  "sign-in",
  "waitlist-position",
] as const;

/**
 * The address of a page that a mail links to: on the tenant's own website where it has one, else our page for the tenant.
 * Secrets are query parameters under the given names.
 */
export function pageLink(
  { baseUrl }: Pick<Scope, "baseUrl">,
  tenant: Tenant,
  page: (typeof MAILED_PAGES)[number],
  query: Record<string, string> = {},
): string {
  const base = tenant.websiteUrl?.replace(/\/+$/, "") ?? `${baseUrl}/p/${tenant.slug}`;
  const search = new URLSearchParams(query).toString();
  return `${base}/${page}${search === "" ? "" : `?${search}`}`;
}
