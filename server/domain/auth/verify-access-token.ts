import type { JWTPayload } from "jose";
import type { Services } from "../scope.ts";
import { findApplicationById } from "../tenants/find-application.ts";
import { ACCESS_TOKEN_AUDIENCE } from "./access-token.ts";

/** What a good access token says. */
export interface AccessTokenOwner {
  tenantId: string;
  tenantMode: "LIVE" | "TEST";
  applicationId: string;
  scopes: string[];
  subject:
    | { type: "application"; id: string }
    | { type: "user"; id: string; customerId: string | null; role: null };
}

/**
 * Whose token it is; null when it is not ours, has expired, or its application was revoked since.
 * A scope taken from the application is gone from its tokens at once.
 */
export async function verifyAccessToken(services: Services, token: string): Promise<AccessTokenOwner | null> {
  const claims = await services.keyring.verify(token, ACCESS_TOKEN_AUDIENCE);
  const applicationId = stringClaim(claims, "app_id");
  const tenantId = stringClaim(claims, "tenant_id");
  if (!claims?.sub || !applicationId || !tenantId) return null;
  const application = await findApplicationById(services, applicationId);
  if (!application || application.tenantId !== tenantId || claims.sub !== application.id) return null;
  const claimed = (stringClaim(claims, "scope") ?? "").split(" ").filter((scope) => scope !== "");
  return {
    tenantId,
    tenantMode: application.tenantMode,
    applicationId,
    scopes: claimed.filter((scope) => application.scopes.includes(scope)),
    subject: { type: "application", id: application.id },
  };
}

function stringClaim(claims: JWTPayload | null, name: string): string | null {
  const value = claims?.[name];
  return typeof value === "string" ? value : null;
}
