import { ApiError } from "../errors/api-error.ts";
import { ROLES, type RoleName, type Rules } from "../platform/schema/operation.ts";
import type { KnownApplication, Scope, Services } from "../platform/scope.ts";

/** Who the bearer token belongs to. */
export interface TokenOwner {
  tenantId: string;
  tenantMode: "LIVE" | "TEST";
  /** The application that the token was issued to. */
  applicationId: string;
  scopes: string[];
  subject:
    | { type: "application"; id: string }
    | { type: "user"; id: string; sessionId: string; customerId: string | null; role: RoleName | null };
}

/** Who is calling, resolved once by the transport. */
export type Caller =
  | { type: "api"; application: KnownApplication | null; tokenOwner: TokenOwner | null; address: string }
  | { type: "member"; userId: string; tenantId: string; tenantMode: "LIVE" | "TEST"; role: RoleName }
  /** A visitor without an account, on one of our own pages for the tenant. */
  | { type: "visitor"; tenantId: string; tenantMode: "LIVE" | "TEST"; address: string }
  /** A customer in their portal. member: the member of the dashboard who created the link; null when the tenant's back end did. */
  | {
      type: "portal";
      tenantId: string;
      tenantMode: "LIVE" | "TEST";
      customerId: string;
      address: string;
      member: { userId: string; role: RoleName } | null;
    }
  /** reason: why they are no member of a tenant, for those who asked as one. */
  | { type: "anonymous"; reason?: string };

/** Turns a caller into the scope that an operation runs in, or refuses the call. Only this function checks credentials against rules. */
export function authorize(services: Services, caller: Caller, rules: Rules, requestId: string): Scope {
  if (caller.type === "member") return authorizeMember(services, caller, rules, requestId);
  if (caller.type === "anonymous") {
    if (rules.security === "none") throw new ApiError("app_id_invalid");
    throw new ApiError("sign_in_required", { details: { reason: caller.reason ?? "sign in first" } });
  }
  if (caller.type === "visitor") return authorizeVisitor(services, caller, rules, requestId);
  if (caller.type === "portal") return authorizePortal(services, caller, rules, requestId);
  return authorizeApi(services, caller, rules, requestId);
}

function isBelow(role: RoleName, least: RoleName): boolean {
  return ROLES.indexOf(role) < ROLES.indexOf(least);
}

/** Whether the operation reads the bearer token; where x-app-id alone or nothing is required, a token is ignored. */
export function readsToken({ security }: Rules): boolean {
  return security === "app+jwt" || security === "app|jwt";
}

/**
 * Whether the application alone is a sufficient credential. Then the application acts and a bearer token is ignored: an expired
 * token does not cause a refusal, and a valid one does not change what the call may do.
 */
export function isSufficient(application: KnownApplication | null, { security }: Rules): boolean {
  return security === "app|jwt" && application?.kind === "SERVER";
}

/** The services for an operation, with a database client that sees only the tenant's rows. */
function withTenant(services: Services, tenantId: string) {
  return { ...services, ...services.tenantDatabase(tenantId), system: services };
}

/**
 * A customer may access their own data and read public data. Through a link that a member created, the call may do no more than
 * the member's role allows, and the member is the actor.
 */
function authorizePortal(
  services: Services,
  caller: Extract<Caller, { type: "portal" }>,
  rules: Rules,
  requestId: string,
): Scope {
  const { tenantId, tenantMode, customerId, address, member } = caller;
  if (!rules.isForPortal) return authorizeVisitor(services, { ...caller, type: "visitor" }, rules, requestId);
  if (member && isBelow(member.role, rules.role))
    throw new ApiError("portal_role_insufficient", { details: { role: rules.role } });
  const actor = member
    ? ({ type: "USER", id: member.userId } as const)
    : ({ type: "SYSTEM", id: `portal of ${customerId}` } as const);
  const client = { kind: "BROWSER", address } as const;
  const whose = { tenantId, tenantMode, actor, client, requestId, ownCustomerId: customerId };
  return { ...withTenant(services, tenantId), ...whose, applicationId: null, sessionId: null };
}

/** A visitor has the permissions of the tenant's BROWSER application without a token. */
function authorizeVisitor(
  services: Services,
  caller: Extract<Caller, { type: "visitor" }>,
  rules: Rules,
  requestId: string,
): Scope {
  if (rules.security !== "app" || !rules.isForBrowsers) throw new ApiError("browser_application_not_allowed");
  const { tenantId, tenantMode, address } = caller;
  const actor = { type: "SYSTEM", id: "public page" } as const;
  const client = { kind: "BROWSER", address } as const;
  const none = { applicationId: null, sessionId: null, ownCustomerId: null };
  return { ...withTenant(services, tenantId), ...none, tenantId, tenantMode, actor, client, requestId };
}

function authorizeMember(
  services: Services,
  caller: Extract<Caller, { type: "member" }>,
  rules: Rules,
  requestId: string,
): Scope {
  if (isBelow(caller.role, rules.role))
    throw new ApiError("role_insufficient", { details: { role: rules.role } });
  if (!rules.isForMembers) throw new ApiError("server_application_required");
  const { tenantId, tenantMode, userId } = caller;
  const actor = { type: "USER", id: userId } as const;
  const whose = { tenantId, tenantMode, actor, requestId };
  const none = { applicationId: null, client: null, sessionId: null, ownCustomerId: null };
  return { ...withTenant(services, tenantId), ...whose, ...none };
}

function authorizeApi(
  services: Services,
  { application, tokenOwner, address }: Extract<Caller, { type: "api" }>,
  rules: Rules,
  requestId: string,
): Scope {
  const isEitherEnough = rules.security === "app|jwt";
  if (!application && !(isEitherEnough && tokenOwner)) throw new ApiError("app_id_invalid");
  if (!tokenOwner && rules.security === "app+jwt") throw new ApiError("token_missing");
  if (application && tokenOwner && application.tenantId !== tokenOwner.tenantId)
    throw new ApiError("token_of_other_tenant");
  const user =
    !isSufficient(application, rules) && tokenOwner?.subject.type === "user" ? tokenOwner.subject : null;
  // A BROWSER application has the permissions of its signed-in user.
  const isBrowser = application?.kind === "BROWSER";
  if (isBrowser && !rules.isForBrowsers && !(user && rules.isForEndUsers))
    throw new ApiError("browser_application_not_allowed");
  if (user && !user.role && (!rules.isForEndUsers || !user.customerId))
    throw new ApiError("customer_not_own");
  if (user?.role && isBelow(user.role, rules.role))
    throw new ApiError("role_insufficient", { details: { role: rules.role } });
  if (user?.role && !rules.isForMembers) throw new ApiError("server_application_required");
  if (rules.scope && !tokenOwner?.scopes.includes(rules.scope))
    throw new ApiError("scope_missing", { details: { scope: rules.scope } });

  const owner = application ?? tokenOwner;
  if (!owner) throw new ApiError("app_id_invalid");
  const applicationId = application?.id ?? tokenOwner?.applicationId ?? null;
  return {
    ...withTenant(services, owner.tenantId),
    tenantId: owner.tenantId,
    tenantMode: owner.tenantMode,
    actor: user
      ? { type: "USER", id: user.id }
      : { type: "APPLICATION", id: applicationId ?? owner.tenantId },
    applicationId,
    // The token of an application is its back end's, which may send it without x-app-id.
    client: { kind: application?.kind ?? (user ? "BROWSER" : "SERVER"), address },
    requestId,
    sessionId: user?.sessionId ?? null,
    ownCustomerId: user && !user.role ? user.customerId : null,
  };
}
