import type { Tenant } from "../../platform/database/client/client.ts";
import type { Scope } from "../../platform/scope.ts";

/** Pages that mails lead to. */
export type MailedPage =
  | "accept-invitation"
  | "verify-email"
  | "reset-password"
  | "sign-in"
  | "waitlist-position";

/**
 * The address of a page that a mail leads to: on the tenant's own website where it has one, else our page for the tenant.
 * Secrets stand in the query under the names given.
 */
export function pageLink(
  { baseUrl }: Pick<Scope, "baseUrl">,
  tenant: Tenant,
  page: MailedPage,
  query: Record<string, string> = {},
): string {
  const base = tenant.websiteUrl?.replace(/\/+$/, "") ?? `${baseUrl}/p/${tenant.slug}`;
  const search = new URLSearchParams(query).toString();
  return `${base}/${page}${search === "" ? "" : `?${search}`}`;
}
