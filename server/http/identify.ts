import type { IncomingMessage } from "node:http";
import { verifyAccessToken } from "../domain/auth/verify-access-token.ts";
import type { Services } from "../domain/scope.ts";
import { findApplication } from "../domain/tenants/find-application.ts";
import { ApiError } from "../errors/api-error.ts";
import type { Caller } from "../trpc/caller.ts";
import { clientAddress } from "./client-address.ts";

/**
 * Who calls, by x-app-id and the bearer token. A credential that is sent must be good, needed or not:
 * K2001 an unknown application, K2003 a bad token, K2015 an origin the application does not allow.
 */
export async function identify(services: Services, request: IncomingMessage): Promise<Caller> {
  const { headers } = request;
  const identifier = headers["x-app-id"];
  const token = bearerOf(headers.authorization);
  const [application, bearer] = await Promise.all([
    typeof identifier === "string" && identifier !== "" ? findApplication(services, identifier) : null,
    token === null ? null : verifyAccessToken(services, token),
  ]);
  if (identifier && !application) throw new ApiError("K2001");
  if (token !== null && !bearer) throw new ApiError("K2003");
  const origin = headers.origin;
  // Our own pages are no other site: the dashboard's API reference sends requests with keys that somebody typed in.
  const isOwn = origin === new URL(services.baseUrl).origin;
  if (origin && !isOwn && application && !application.allowedOrigins.includes(origin)) {
    throw new ApiError("K2015", { details: { origin } });
  }
  const address = clientAddress(request, services.config.trustsProxy);
  return { type: "api", application, bearer, address };
}

function bearerOf(header: string | undefined): string | null {
  if (header === undefined || /^basic /i.test(header)) return null;
  return /^bearer +([^\s]+)$/i.exec(header)?.[1] ?? "";
}
