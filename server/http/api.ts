import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../errors/api-error.ts";
import type { Config } from "../platform/config.ts";
import { newId } from "../platform/ids.ts";
import type { Services } from "../platform/scope.ts";
import { createOpenApiDocument } from "../trpc/openapi.ts";
import { appRouter } from "../trpc/root.ts";
import { ALLOWED_OF_PAGES, allowedMethods } from "./allowed-methods.ts";
import { boundAnswer } from "./answer-bound.ts";
import { allowedOfAuth, dropUnreadable } from "./auth-request.ts";
import { type BuiltPages, readBuiltPages } from "./built-pages.ts";
import { handleCallback } from "./callbacks.ts";
import { ADDRESS_HEADER, clientAddress, dropForwarded } from "./client-address.ts";
import { serializePerConnection } from "./connections.ts";
import { isForeign } from "./cors.ts";
import { documentLinkOf, handleDocumentLink } from "./document-links.ts";
import { createEntryGate, entryOf } from "./entry-gate.ts";
import { readFonts } from "./fonts.ts";
import { serveLogo } from "./logos.ts";
import type { ReadClaims } from "./member-cookie.ts";
import { createOpsEndpoints, type MetricsAccess } from "./ops-endpoints.ts";
import { servePage } from "./page-actions.ts";
import { createPriceListPictures } from "./price-list-picture.ts";
import { type PublicDocument, publicDocument } from "./public-document.ts";
import { readPublicFiles } from "./public-files.ts";
import { refuse, TRPC } from "./refuse.ts";
import { createGate } from "./request-limits.ts";
import { readTarget } from "./request-target.ts";
import { send } from "./respond.ts";
import { createRestHandler } from "./rest.ts";
import { headersOfData, headersOfPages } from "./security-headers.ts";
import { SECURITY_TXT, securityTxt } from "./security-txt.ts";
import { createStaticPages, isPriceList } from "./static-pages.ts";

/** Cache lifetime of a public document, seconds. Its content changes only with a new version. */
const DOCUMENT_SECONDS = 300;
/** Verifiers must learn of new keys soon. */
const KEYS_SECONDS = 60;

/** Methods of what is only read: documents, files, ops endpoints and price lists. */
const READ_ONLY = allowedMethods(["GET"]);
/** An address of the API, of any version, or one that was meant to be: `/V1/…`, `/api/v1/…`, `//v1/…`. All are answered in JSON. */
const MEANS_API = /^\/+(?:api\/+)?v\d+(?:\/|$)/i;

/** Callbacks arrive by POST; an invoice link is opened by GET alone. */
const ALLOWED_OF_CALLBACKS = allowedMethods(["POST"]);
const ALLOWED_OF_LINKS = allowedMethods(["GET"], { isHeadServed: false });

/** Serves what this listener does not: the pages. */
export type Fallback = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/**
 * The entry points that need no pages: REST, callbacks, health, metrics, keys, the OpenAPI document. Everything else goes to
 * fallback. A process that is draining reports that it is not ready.
 */
export function createApi(
  services: Services,
  fallback?: Fallback,
  isDraining: () => boolean = () => false,
  readClaims: ReadClaims = async () => null,
) {
  const gate = createGate(services.config.capacity);
  const enter = createEntryGate(services, readClaims);
  const rest = createRestHandler(services, appRouter, gate);
  const opsEndpoints = createOpsEndpoints(services, {
    isDraining,
    metricsAccess: metricsAccess(services.config),
  });
  const builtPages = readBuiltPages();
  const staticPages = createStaticPages(services, builtPages);
  const priceListPictures = createPriceListPictures(services);
  const dataHeaders = headersOfData(services.baseUrl);
  const pageHeaders = headersOfPages(services.baseUrl);
  const documents = documentsOf(services, builtPages);

  return serializePerConnection(async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    boundAnswer(request, response, (error) => refuseFailed(services, request, response, error));
    try {
      dropForwarded(request, services.config.trustsProxy);
      if (hasNoSingleHost(request)) {
        response.setHeader("connection", "close");
        return await refuse(request, response, unreadable("the header Host is missing, or there twice"));
      }
      readTarget(request);
      const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
      if (MEANS_API.test(path)) return await rest(request, response);
      for (const [name, value] of Object.entries(dataHeaders)) response.setHeader(name, value);
      await enter(request, path, (whole) => answer(whole, response, path));
    } catch (error) {
      await refuseFailed(services, request, response, error);
    }
  });

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const allowed = allowedAt(path, services.config);
    if (allowed === null) return await refuse(request, response, new ApiError("path_not_found"));
    const { method = "" } = request;
    if (!allowed.split(", ").includes(method) || method === "OPTIONS")
      return await refuseMethod(request, response, allowed);
    if (path.startsWith("/webhooks/")) return await handleCallback(services, request, response, gate);
    const link = documentLinkOf(path);
    if (link !== null) return await handleDocumentLink(services, request, response, link);
    const isRead = method === "GET" || method === "HEAD";
    if (isRead && (await opsEndpoints(request, response))) return;
    const document = documents.get(path);
    if (isRead && document) return await document(request, response);
    if (isRead && path === "/.well-known/jwks.json") return await keys(services, request, response);
    if (isRead && (await serveLogo(services, request, response, path))) return;
    if (isRead && (await priceListPictures(request, response, path))) return;
    for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
    if (!isReadable(path)) return await refuse(request, response, unreadable("it has a broken % escape"));
    if (!isRead && !path.startsWith(TRPC) && isForeign(request.headers))
      return await refuse(request, response, foreignForm(request));
    dropUnreadable(request);
    request.headers[ADDRESS_HEADER] = clientAddress(request, services.config.trustsProxy);
    if (await staticPages(request, response, path)) return;
    if (fallback && path.startsWith(TRPC)) return await fallback(request, response);
    if (fallback) return await servePage(request, response, fallback);
    return await rest(request, response);
  }
}

/** Answers a request that failed before or outside its operation. */
async function refuseFailed(
  services: Services,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): Promise<void> {
  if (error instanceof ApiError && !response.headersSent) {
    if (error.errorName === "operation_timeout")
      services.log.error({ url: request.url }, "an operation takes too long");
    return await refuse(request, response, error);
  }
  services.log.error({ err: error }, "request failed outside its operation");
  await refuse(request, response, new ApiError("internal_error", { cause: error }));
}

/** A form that another site's page sends (CSRF). Next would refuse it too, but with a 500. */
function foreignForm({ headers }: IncomingMessage): ApiError {
  return new ApiError("origin_not_allowed", { details: { origin: headers.origin ?? "another site" } });
}

/** The public port serves metrics only with a token; without one they need a port of their own. */
function metricsAccess({ metricsPort, metricsToken }: Config): MetricsAccess {
  return metricsPort === undefined && metricsToken !== undefined ? { token: metricsToken } : null;
}

/** RFC 9112 §3.2: a request of HTTP/1.1 names its host, once. */
function hasNoSingleHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
  return hosts > 1 || (hosts === 0 && httpVersion === "1.1");
}

const unreadable = (reason: string) => new ApiError("url_invalid", { details: { reason } });

/** Whether the path can be decoded: Next would answer 500 for one that cannot. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** OPTIONS is answered, for one address or for the server as a whole (RFC 9110 §9.3.7); every other method is 405. */
async function refuseMethod(
  request: IncomingMessage,
  response: ServerResponse,
  allowed: string,
): Promise<void> {
  if (request.method === "OPTIONS")
    return await send(response, newId("request"), { status: 204, body: "", headers: { allow: allowed } });
  const details = { method: request.method ?? "", allowed };
  return await refuse(request, response, new ApiError("method_not_allowed", { details }));
}

/** Pages that take no POST, at which Next would draw them again. */
const READ_ONLY_PAGES = /^\/(?:docs|portal)(?:\/|$)/;

/** The methods of a path outside of /v1, for the header Allow. */
function allowedAt(path: string, { identityProviders }: Config): string | null {
  if (path.startsWith("/webhooks/")) return ALLOWED_OF_CALLBACKS;
  if (documentLinkOf(path) !== null) return ALLOWED_OF_LINKS;
  if (isPriceList(path) || READ_ONLY_PAGES.test(path)) return READ_ONLY;
  const ofAuth = allowedOfAuth(path, identityProviders);
  if (ofAuth !== undefined) return ofAuth;
  const entry = entryOf(path);
  return entry === "files" || entry === "operators" ? READ_ONLY : ALLOWED_OF_PAGES;
}

/** The documents that depend on this version and the configuration alone, by path. */
function documentsOf(services: Services, { stylesheet }: BuiltPages): Map<string, PublicDocument> {
  const { baseUrl } = services;
  const json = "application/json; charset=utf-8";
  const texts: [string, string, string][] = [
    ["/openapi.json", json, JSON.stringify(createOpenApiDocument(baseUrl))],
    ["/.well-known/oauth-authorization-server", json, JSON.stringify(oauthMetadata(baseUrl))],
  ];
  const security = securityTxt(services);
  return new Map([
    ...texts.map(([path, type, text]) => [path, publicDocument(type, text, DOCUMENT_SECONDS)] as const),
    ...readPublicFiles(),
    ...readFonts(),
    [stylesheet.path, stylesheet.document],
    ...(security ? [[SECURITY_TXT, security] as const] : []),
  ]);
}

/** RFC 8414, for OAuth clients that configure themselves. */
function oauthMetadata(baseUrl: string): object {
  return {
    issuer: baseUrl,
    token_endpoint: `${baseUrl}/v1/auth/token`,
    revocation_endpoint: `${baseUrl}/v1/auth/revoke`,
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
    grant_types_supported: ["client_credentials", "password", "refresh_token"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    scopes_supported: ["billing:admin"],
    response_types_supported: [],
    service_documentation: `${baseUrl}/openapi.json`,
  };
}

/** Public keys, for tenants that verify our tokens themselves. */
async function keys(
  { keyring }: Services,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = JSON.stringify(await keyring.jwks());
  return await publicDocument("application/jwk-set+json", text, KEYS_SECONDS)(request, response);
}
