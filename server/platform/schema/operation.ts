import type { ErrorName } from "../../errors/catalogue.ts";

/** Which credentials an operation takes: its `security` in the interface, as data. */
export type Security =
  /** No credential; a bearer token is ignored. */
  | "none"
  /** x-app-id alone; a bearer token is ignored. */
  | "app"
  /** x-app-id and a bearer token. */
  | "app+jwt"
  /** x-app-id of a SERVER application, which then acts even when a bearer token comes with it; or a bearer token. */
  | "app|jwt";

/** Roles of dashboard members, weakest first. */
export const ROLES = ["VIEWER", "SUPPORT", "ADMIN", "OWNER"] as const;
export type RoleName = (typeof ROLES)[number];

/** How often one person may call an operation; count-callers.ts says who is counted as one. */
export interface CallLimit {
  points: number;
  seconds: number;
}

/** How calls are limited: by a limit of the operation, or only by those of all requests, for the reason given. */
export type Throttle = CallLimit | { requestLimits: string };

/** Who may call an operation and how it answers; read by the REST entry point, the tRPC middleware and the OpenAPI document. */
export interface Rules {
  status: 200 | 201;
  security: Security;
  /** Whether applications of kind BROWSER may call it. */
  isForBrowsers: boolean;
  /** Whether an end user's token may call it, for the user's own customer only. */
  isForEndUsers: boolean;
  /** Whether a customer may call it from the portal that the tenant's back end opened for them; so they may what end users may. */
  isForPortal: boolean;
  /** Whether members of the dashboard may call it; false where the answer shows secrets of many people at once. */
  isForMembers: boolean;
  /** A scope the token must carry. */
  scope: "billing:admin" | null;
  /** The least role of a dashboard member. */
  role: RoleName;
  /** Errors of the operation itself, by name, besides those of the entry point. */
  errors: readonly ErrorName[];
  /** Largest body in bytes. */
  bodyLimit: number;
  /** Seconds a browser or proxy may keep the answer; 0 = not at all. Kept answers carry an ETag. */
  cacheSeconds: number;
  /** Whether errors carry the fields of RFC 6749 §5.2 besides ours. */
  isOAuth: boolean;
  /** How often people may call it; null: it is the tenant's own. */
  throttle: Throttle | null;
  /** The media type of a body that is a file, not fields: it reaches the operation as `file`. */
  takesFile: "text/csv" | null;
  /**
   * Whether it writes all its changes in one transaction and would repeat them if it ran again. Such an operation must not be
   * repeated after a crash once it has committed. Other operations resume where they stopped, or find nothing left to do.
   */
  isAtomic: boolean;
  /** Whether the answer's headers say which part of a list it holds, because its body has no place for it. */
  isPaged: boolean;
  /** The media type of an answer that is a stream of text or bytes, not JSON. */
  answersFile: "text/csv" | "application/x-ndjson" | "application/pdf" | "application/json" | null;
}

export type Tag =
  | "Auth"
  | "Waitlist"
  | "Invitations"
  | "Billing"
  | "Pricing"
  | "Catalog"
  | "Applications"
  | "Settings"
  | "Events"
  | "Webhooks"
  | "Audit"
  | "Test clocks"
  | "Privacy";

/** Who may call an operation, besides the tenant's back end and members. */
interface Audience {
  security: Security;
  isForBrowsers?: boolean;
  isForEndUsers?: boolean;
  isForPortal?: boolean;
}

/** Open to people who are not the tenant's own: without a throttle they could guess, test cards and fill the database. */
type Open = Audience & { throttle: Throttle } & (
    | { security: "none" }
    | { isForBrowsers: true }
    | { isForEndUsers: true }
    | { isForPortal: true }
  );

interface Closed extends Audience {
  security: Exclude<Security, "none">;
  isForBrowsers?: false;
  isForEndUsers?: false;
  isForPortal?: false;
  throttle?: CallLimit;
}

/** An operation of the tenant's own. */
export type ClosedDefinition = Described & Closed;
type Definition = (Described & Open) | ClosedDefinition;

interface Described {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  path: `/v1/${string}`;
  tag: Tag;
  /** A short name of the operation, as a heading. */
  summary: string;
  description: string;
  status?: 200 | 201;
  isForMembers?: boolean;
  scope?: "billing:admin";
  role?: RoleName;
  errors?: readonly ErrorName[];
  bodyLimit?: number;
  cacheSeconds?: number;
  isOAuth?: boolean;
  takesFile?: "text/csv";
  isAtomic?: boolean;
  isPaged?: boolean;
  answersFile?: "text/csv" | "application/x-ndjson" | "application/pdf" | "application/json";
  /** Media types of the body; application/json when left out. */
  contentTypes?: string[];
}

/** tRPC meta of an operation: its REST route as the bridge wants it, and its rules. */
export interface OperationMeta extends Record<string, unknown> {
  openapi?: {
    method: Definition["method"];
    path: Definition["path"];
    tags: string[];
    summary: string;
    description: string;
    protect: boolean;
    contentTypes?: string[];
  };
  rules: Rules;
}

const DEFAULT_BODY_LIMIT = 100_000;

/** Declares an operation of the REST interface. By default members need ADMIN to write and VIEWER to read. */
export function operation(definition: Definition): OperationMeta {
  const { method, path, tag, summary, description } = definition;
  return {
    openapi: {
      method,
      path,
      tags: [tag],
      summary,
      description,
      protect: definition.security !== "none",
      ...(definition.contentTypes && { contentTypes: definition.contentTypes }),
    },
    rules: {
      status: definition.status ?? 200,
      security: definition.security,
      isForBrowsers: definition.isForBrowsers ?? false,
      isForEndUsers: definition.isForEndUsers ?? false,
      isForPortal: definition.isForPortal ?? definition.isForEndUsers ?? false,
      isForMembers: definition.isForMembers ?? true,
      scope: definition.scope ?? null,
      role: definition.role ?? (method === "GET" ? "VIEWER" : "ADMIN"),
      errors: definition.errors ?? [],
      bodyLimit: definition.bodyLimit ?? DEFAULT_BODY_LIMIT,
      cacheSeconds: definition.cacheSeconds ?? 0,
      isOAuth: definition.isOAuth ?? false,
      throttle: definition.throttle ?? null,
      takesFile: definition.takesFile ?? null,
      isAtomic: definition.isAtomic ?? false,
      isPaged: definition.isPaged ?? false,
      answersFile: definition.answersFile ?? null,
    },
  };
}

/** Declares an operation of our own public pages: it has no REST route, and every visitor of the page may call it. */
export function pageOperation(definition: {
  errors?: readonly ErrorName[];
  throttle: CallLimit;
}): OperationMeta {
  const { rules } = internalOperation({ role: "ADMIN", errors: definition.errors ?? [] });
  return { rules: { ...rules, security: "app", isForBrowsers: true, throttle: definition.throttle } };
}

/** Declares an operation of the customer portal alone. */
export function portalOperation({ throttle }: { throttle: Throttle }): OperationMeta {
  const { rules } = internalOperation({ role: "VIEWER" });
  return { rules: { ...rules, isForPortal: true, throttle } };
}

/** Declares an operation of the dashboard alone: it has no REST route, so that only members reach it. */
export function internalOperation(definition: {
  role: RoleName;
  errors?: readonly ErrorName[];
  throttle?: CallLimit;
}): OperationMeta {
  return {
    rules: {
      status: 200,
      // The strictest value, in case an application can ever reach it.
      security: "app+jwt",
      isForBrowsers: false,
      isForEndUsers: false,
      isForPortal: false,
      isForMembers: true,
      scope: null,
      role: definition.role,
      errors: definition.errors ?? [],
      bodyLimit: DEFAULT_BODY_LIMIT,
      cacheSeconds: 0,
      isOAuth: false,
      throttle: definition.throttle ?? null,
      isAtomic: false,
      isPaged: false,
      takesFile: null,
      answersFile: null,
    },
  };
}
