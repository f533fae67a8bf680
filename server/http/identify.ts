import type { IncomingMessage } from "node:http";
import { findApplication } from "../domain/applications/find-application.ts";
import { noteUse } from "../domain/applications/note-use.ts";
import { verifyAccessToken } from "../domain/auth/tokens/verify-access-token.ts";
import { ApiError } from "../errors/api-error.ts";
import type { Rules } from "../platform/schema/operation.ts";
import type { Services } from "../platform/scope.ts";
import { type Caller, isSufficient, readsToken } from "../trpc/authorize.ts";
import { clientAddress } from "./client-address.ts";

/**
 * Identifies the caller of an operation by x-app-id and, where the operation takes one, the bearer token. Clients attach their token to
 * every request: an expired one must not block operations that need none, such as the one that issues tokens. Throws app_id_invalid,
 * token_invalid or origin_not_allowed.
 */
export async function identify(services: Services, request: IncomingMessage, rules: Rules): Promise<Caller> {
  const { headers } = request;
  const identifier = headers["x-app-id"];
  const token = readsToken(rules) ? bearerOf(headers.authorization) : null;
  const [application, tokenOwner] = await Promise.all([
    typeof identifier === "string" && identifier !== "" ? findApplication(services, identifier) : null,
    token === null ? null : verifyAccessToken(services, token),
  ]);
  if (identifier && !application) throw new ApiError("app_id_invalid");
  if (token !== null && !tokenOwner && !isSufficient(application, rules)) throw new ApiError("token_invalid");
  const origin = headers.origin;
  // Our own origin is allowed: the dashboard's API reference sends requests with keys that a member typed in.
  const isOwn = origin === new URL(services.baseUrl).origin;
  if (origin && !isOwn && application && !application.allowedOrigins.includes(origin)) {
    throw new ApiError("origin_not_allowed", { details: { origin } });
  }
  const used = application ?? (tokenOwner && { tenantId: tokenOwner.tenantId, id: tokenOwner.applicationId });
  if (used) noteUse(services, used);
  const address = clientAddress(request, services.config.trustsProxy);
  return { type: "api", application, tokenOwner, address };
}

function bearerOf(header: string | undefined): string | null {
  if (header === undefined || /^basic /i.test(header)) return null;
  return /^bearer +([^\s]+)$/i.exec(header)?.[1] ?? "";
}
