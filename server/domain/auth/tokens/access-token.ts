import { ApiError } from "../../../errors/api-error.ts";
import { newId } from "../../../platform/ids.ts";
import type { Services } from "../../../platform/scope.ts";

/** The `aud` of our access tokens; checked at each verification. */
export const ACCESS_TOKEN_AUDIENCE = "usher:api";

/** How long an access token lasts, in seconds. */
const ACCESS_TOKEN_SECONDS = 15 * 60;

interface Owner {
  tenantId: string;
  applicationId: string;
  /** The application itself, or a user. */
  subject: string;
  scopes: string[];
  /** For a user: the session, with which the token ends, and their role in the tenant. */
  user?: { sessionId: string; role: string | null };
}

/** Signs an access token as RFC 9068 has it, and returns it with the other fields of RFC 6749 §5.1. */
export async function grantAccess(services: Pick<Services, "keyring">, owner: Owner) {
  const { tenantId, applicationId, subject, user } = owner;
  const scope = owner.scopes.join(" ");
  const claims = {
    tenant_id: tenantId,
    app_id: applicationId,
    client_id: applicationId,
    scope,
    ...(user && { sid: user.sessionId, role: user.role }),
  };
  const access_token = await services.keyring.sign(claims, {
    audience: ACCESS_TOKEN_AUDIENCE,
    subject,
    lifetimeSeconds: ACCESS_TOKEN_SECONDS,
    id: newId("token"),
  });
  return { access_token, token_type: "Bearer" as const, expires_in: ACCESS_TOKEN_SECONDS, scope };
}

/** The requested scopes, separated by blanks; all allowed ones when none is requested. Throws scope_missing. */
export function chooseScopes(wanted: string | undefined, granted: string[]): string[] {
  if (wanted === undefined) return granted;
  const scopes = [...new Set(wanted.split(" ").filter((scope) => scope !== ""))];
  const missing = scopes.find((scope) => !granted.includes(scope));
  if (missing !== undefined) throw new ApiError("scope_missing", { details: { scope: missing } });
  return scopes;
}
