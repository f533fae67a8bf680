import { join } from "node:path";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { checkoutProgress } from "../domain/billing/checkout/checkout-progress.ts";
import { enterPortal, readPortal } from "../domain/billing/portal/portal-session.ts";
import { findTeamInvitation } from "../domain/members/accept-member.ts";
import { endMemberSession, findMember, openMemberSession } from "../domain/members/member-session.ts";
import { needsOwner } from "../domain/members/set-up-owner.ts";
import { signInByIdentity } from "../domain/members/sign-in-by-identity.ts";
import { signInMember } from "../domain/members/sign-in-member.ts";
import { takesCards } from "../domain/tenants/provider/provider-account.ts";
import { findPublicTenant } from "../domain/tenants/public-tenant.ts";
import { ApiError } from "../errors/api-error.ts";
import { isSameSecret } from "../platform/crypto.ts";
import { newId } from "../platform/ids.ts";
import { type Services, systemScope } from "../platform/scope.ts";
import type { Caller } from "../trpc/authorize.ts";
import { underRequestId } from "../trpc/init.ts";
import { appRouter } from "../trpc/root.ts";
import { toApiError } from "../trpc/to-api-error.ts";
import { ADDRESS_HEADER } from "./client-address.ts";
import { isForeign } from "./cors.ts";
import { findEmbedding, pagePolicy } from "./embedding.ts";
import { readClaimsWith } from "./member-cookie.ts";
import { noteOwnCode } from "./page-actions.ts";
import type { PagesBridge, PagesBridgeKey, SessionClaims, SignInAnswer } from "./pages-contract.ts";
import { trpcError } from "./refuse.ts";

const ENDPOINT = "/api/trpc";
/** More than any page sends in one request. */
const MAX_BATCH_SIZE = 100;
const TENANT_HEADER = "x-usher-tenant";
const KEY: PagesBridgeKey = "usher.pages";

/**
 * Gives the pages access to the server's functions. Next bundles the pages separately, in the same process: an import would load a
 * second copy of the server. So the functions are passed through a global.
 */
export function installPagesBridge(services: Services, options: { nextAuthSecret: string }): void {
  const bridge: PagesBridge = {
    baseUrl: services.baseUrl,
    docsFolder: join(import.meta.dirname, "..", "..", "docs"),
    builtFolder: join(import.meta.dirname, "..", "..", ".next"),
    nextAuthSecret: options.nextAuthSecret,
    sendsMail: services.config.mail !== undefined,
    hasDemo: services.config.isDemo,
    identityProviders: services.config.identityProviders,
    needsOwner: () => needsOwner(services),
    isSetupToken: (token) => isSameSecret(token, services.setupToken),
    signIn: (credentials) => signIn(services, () => signInMember(services, credentials)),
    signInByIdentity: (identity) => signIn(services, () => signInByIdentity(services, identity)),
    claims: readClaimsWith({ nextAuthSecret: options.nextAuthSecret, baseUrl: services.baseUrl }),
    member: (claims) => findMember(services, claims),
    signOut: (claims) => endMemberSession(services, claims),
    trpc: async (request, claims) =>
      isForeign(Object.fromEntries(request.headers))
        ? refuse(
            new ApiError("origin_not_allowed", {
              details: { origin: request.headers.get("origin") ?? "another site" },
            }),
          )
        : serveMember(services, request, claims),
    tenant: (slug) => findPublicTenant(services, slug),
    takesCards: (tenant) => takesCards(systemScope(services, tenant, "checkout page")),
    checkout: (tenant, id, locale) => checkoutProgress(services, tenant, id, locale),
    invitation: (token) => findTeamInvitation(services, token),
    visitorTrpc: (request, { tenant, address }) =>
      serveTrpc(services, request, {
        type: "visitor",
        tenantId: tenant.id,
        tenantMode: tenant.mode,
        address,
      }),
    enterPortal: (token) => enterPortal(services, token),
    portal: (slug, session) => readPortal(services, slug, session),
    portalTrpc: (request, { tenant, customerId, address, member }) =>
      serveTrpc(services, request, {
        type: "portal",
        tenantId: tenant.id,
        tenantMode: tenant.mode,
        customerId,
        address,
        member,
      }),
    embedding: (wanted) => findEmbedding(services, wanted),
    actionBegins: noteOwnCode,
    policy: (url) =>
      pagePolicy(services, url).catch((error: unknown) => {
        // It is asked before a form is read.
        noteOwnCode();
        throw error;
      }),
  };
  Object.assign(globalThis, { [Symbol.for(KEY)]: bridge });
}

async function signIn(
  services: Services,
  find: () => ReturnType<typeof signInMember>,
): Promise<SignInAnswer> {
  try {
    const { userId, email, name } = await find();
    return { isSignedIn: true, claims: await openMemberSession(services, userId), email, name };
  } catch (thrown) {
    const error = toApiError(thrown);
    const requestId = newId("request");
    if (error.status >= 500)
      services.log.error({ request_id: requestId, err: error.cause ?? error }, "sign-in failed");
    const { code, errorName, message, status, retryAfter = null } = error;
    return { isSignedIn: false, code, name: errorName, message, requestId, status, retryAfter };
  }
}

/** Looks up the member first; an error there gets the same format as one of the operation. */
async function serveMember(
  services: Services,
  request: Request,
  claims: SessionClaims | null,
): Promise<Response> {
  let caller: Caller;
  try {
    caller = await callerOf(services, claims, request.headers.get(TENANT_HEADER));
  } catch (thrown) {
    const error = toApiError(thrown);
    const requestId = newId("request");
    services.log.error({ request_id: requestId, err: error.cause ?? error }, error.message);
    return refuse(error, requestId);
  }
  return serveTrpc(services, request, caller);
}

async function serveTrpc(services: Services, request: Request, caller: Caller): Promise<Response> {
  const requestId = newId("request");
  const answer = () => answerTrpc(services, request, caller, requestId);
  return finish(await underRequestId(requestId, answer), requestId);
}

function finish(response: Response, requestId: string): Response {
  response.headers.set("x-request-id", requestId);
  response.headers.set("cache-control", "no-store");
  if (response.status === 401) response.headers.set("www-authenticate", 'Bearer realm="usher"');
  response.headers.set("x-content-type-options", "nosniff");
  return response;
}

/** An error before tRPC has seen the request, in the shape of tRPC's errors. */
function refuse(error: ApiError, requestId = newId("request")): Response {
  const headers = { "content-type": "application/json", ...retryAfter([error]) };
  return finish(new Response(trpcError(error, requestId), { status: error.status, headers }), requestId);
}

/** The Retry-After of a batch of calls, in seconds: the longest of theirs. */
function retryAfter(errors: ApiError[]): { "retry-after"?: string } {
  const waits = errors.flatMap((error) => error.retryAfter ?? []);
  return waits.length === 0 ? {} : { "retry-after": String(Math.max(...waits)) };
}

async function answerTrpc(
  services: Services,
  request: Request,
  caller: Caller,
  requestId: string,
): Promise<Response> {
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    req: request,
    router: appRouter,
    maxBatchSize: MAX_BATCH_SIZE,
    createContext: async () => ({
      services,
      caller,
      requestId,
      authorization: null,
      address: request.headers.get(ADDRESS_HEADER) ?? "unknown",
    }),
    responseMeta: ({ errors }) => ({ headers: retryAfter(errors.map(toApiError)) }),
    onError({ error, path }) {
      const apiError = toApiError(error);
      if (apiError.status >= 500) {
        services.log.error(
          { request_id: requestId, operation: path, err: apiError.cause ?? apiError },
          apiError.message,
        );
      }
    },
  });
}

/** The member with their current role in the requested tenant; anonymous when they do not belong to it. */
async function callerOf(
  services: Services,
  claims: SessionClaims | null,
  requestedTenantId: string | null,
): Promise<Caller> {
  const member = claims && (await findMember(services, claims));
  if (!member) return { type: "anonymous" };
  const tenant = member.tenants.find(({ tenantId }) => tenantId === requestedTenantId);
  if (!tenant) return { type: "anonymous", reason: whyNone(requestedTenantId) };
  const { tenantId, tenantMode, role } = tenant;
  return { type: "member", userId: member.userId, tenantId, tenantMode, role };
}

/** Why a signed-in member is one of no tenant: says the same of a tenant that is not there, not theirs or closed. */
function whyNone(requestedTenantId: string | null): string {
  if (requestedTenantId === null) return `send the id of one in the header ${TENANT_HEADER}`;
  return `you are signed in, but not to the tenant that the header ${TENANT_HEADER} names, ${requestedTenantId.slice(0, 64)}`;
}
