import type { z } from "zod";
import { sha256 } from "../../../platform/crypto.ts";
import type { Services } from "../../../platform/scope.ts";
import { authenticateClient } from "./authenticate-client.ts";
import type { TokenRequest } from "./issue-token.ts";
import type { RevokedToken, RevokeToken } from "./revoke-token-schema.ts";
import { endSessions, forgetSessions } from "./user-session.ts";
import { verifyAccessToken } from "./verify-access-token.ts";

/**
 * Token revocation (RFC 7009): ends the session of a refresh or access token of the client's own. An unknown token gets the same response.
 * Throws client_credentials_invalid.
 */
export async function revokeToken(
  services: Services,
  input: z.output<typeof RevokeToken>,
  request: TokenRequest,
): Promise<z.output<typeof RevokedToken>> {
  const client = await authenticateClient(services, { ...input, ...request });
  const { tenantId } = client;
  const session = await sessionOf(services, tenantId, input.token);
  if (session?.applicationId === client.id) {
    const whose = { tenantId, userId: session.userId, id: session.id };
    const ended = await services.db.$transaction((tx) => endSessions(tx, services, whose, "REVOKED"));
    forgetSessions(services, ended);
  }
  return {};
}

async function sessionOf(services: Services, tenantId: string, token: string) {
  const refresh = await services.db.refreshToken.findUnique({
    where: { tenantId_hash: { tenantId, hash: sha256(token) } },
    include: { session: true },
  });
  if (refresh) return refresh.session;
  const access = await verifyAccessToken(services, token);
  if (access?.tenantId !== tenantId || access.subject.type !== "user") return null;
  const { id: userId, sessionId: id } = access.subject;
  return { id, userId, applicationId: access.applicationId };
}
