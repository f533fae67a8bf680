import type { Tenant } from "../../platform/database/client/client.ts";
import type { Scope } from "../../platform/scope.ts";
import type { MAILED_PAGES } from "./schema.ts";

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
