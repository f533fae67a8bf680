import type { JWTPayload } from "jose";
import type { RoleName } from "../../../platform/schema/operation.ts";
import type { Services } from "../../../platform/scope.ts";
import { findApplicationById } from "../../applications/find-application.ts";
import { ACCESS_TOKEN_AUDIENCE } from "./access-token.ts";
import { findSession, scopesOf } from "./user-session.ts";

/** The claims of a valid access token. */
export interface AccessTokenOwner {
  tenantId: string;
  tenantMode: "LIVE" | "TEST";
  applicationId: string;
  scopes: string[];
  subject:
    | { type: "application"; id: string }
    | { type: "user"; id: string; sessionId: string; customerId: string | null; role: RoleName | null };
}

/**
 * The caller of a token; null when the token is not ours, has expired, or its application or its user's session has ended since. A
 * scope or role that is taken away no longer counts in tokens issued before.
 */
export async function verifyAccessToken(services: Services, token: string): Promise<AccessTokenOwner | null> {
  const claims = await services.keyring.verify(token, ACCESS_TOKEN_AUDIENCE);
  const applicationId = stringClaim(claims, "app_id");
  const tenantId = stringClaim(claims, "tenant_id");
  if (!claims?.sub || !applicationId || !tenantId) return null;
  const application = await findApplicationById(services, applicationId);
  if (!application || application.tenantId !== tenantId) return null;
  const claimed = (stringClaim(claims, "scope") ?? "").split(" ").filter((scope) => scope !== "");
  const owner = { tenantId, tenantMode: application.tenantMode, applicationId };
  const sessionId = stringClaim(claims, "sid");
  if (sessionId === null) {
    if (claims.sub !== application.id) return null;
    const scopes = claimed.filter((scope) => application.scopes.includes(scope));
    return { ...owner, scopes, subject: { type: "application", id: application.id } };
  }
  const session = await findSession(services, tenantId, sessionId);
  if (!session || session.userId !== claims.sub || session.applicationId !== application.id) return null;
  const { userId: id, customerId, role } = session;
  const scopes = claimed.filter((scope) => scopesOf(role).includes(scope));
  return { ...owner, scopes, subject: { type: "user", id, sessionId, customerId, role } };
}

function stringClaim(claims: JWTPayload | null, name: string): string | null {
  const value = claims?.[name];
  return typeof value === "string" ? value : null;
}
