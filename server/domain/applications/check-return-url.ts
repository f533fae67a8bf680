import { ApiError } from "../../errors/api-error.ts";
import type { Scope } from "../../platform/scope.ts";
import { getTenant } from "../tenants/get-tenant.ts";

/**
 * Refuses a request's `return_url`, an address that a page of ours or of the card provider would lead people to, unless it lies on the
 * tenant's website or on an allowed origin of one of its applications: whoever holds an application's secret could otherwise send buyers
 * anywhere under the tenant's name. Throws fields_invalid.
 */
export async function checkReturnUrl(scope: Scope, url: string | undefined): Promise<void> {
  if (url === undefined) return;
  const { tenantId, db } = scope;
  const { origin } = new URL(url);
  const { websiteUrl } = await getTenant(db, scope);
  if (websiteUrl !== null && new URL(websiteUrl).origin === origin) return;
  const allowing = { tenantId, revokedAt: null, allowedOrigins: { has: origin } };
  if ((await db.application.count({ where: allowing })) > 0) return;
  const message = "must lie on your website or on an allowed origin of one of your applications";
  throw new ApiError("fields_invalid", { issues: [{ path: "return_url", message }] });
}
