import { generateOpenApiDocument, type OpenApiRouter } from "trpc-openapi";
import { CATALOGUE, type ErrorName } from "../errors/catalogue.ts";
import type { Rules, Security } from "../platform/schema/operation.ts";
import { describeWebhooks } from "./openapi-webhooks.ts";
import { restProcedures } from "./rest-procedures.ts";
import { appRouter } from "./root.ts";

const TAGS: Record<string, string> = {
  Auth: "Authentication endpoints.",
  Waitlist: "Join a waitlist; list waitlist entries.",
  Invitations: "Create invitation codes; list invitation tokens and codes.",
  Billing: "The tenant's end users: subscriptions, entitlements, usage, checkout.",
  Pricing: "Public price list data.",
  Catalog: "Products, plans, prices, features and packs.",
  Applications: "The callers of the API.",
  Settings: "The tenant's branding and policies.",
  "Test clocks": "Time travel for TEST tenants.",
  Events: "What happened in the tenant.",
  Webhooks: "Where events are sent, and what became of them.",
  Audit: "Who did what, and proof that no entry was altered.",
  Privacy: "What is kept of one person: export and erasure.",
};

const SECURITY: Record<Security, Record<string, string[]>[]> = {
  none: [],
  app: [{ AppIdentifier: [] }],
  "app+jwt": [{ AppIdentifier: [], JWT: [] }],
  "app|jwt": [{ AppIdentifier: [] }, { JWT: [] }],
};

const SECURITY_SCHEMES = {
  AppIdentifier: {
    type: "apiKey",
    in: "header",
    name: "x-app-id",
    description: "The application identifier.",
  },
  JWT: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "A token obtained from /v1/auth/token.",
  },
} as const;

/** Headers of answers. */
const HEADERS = {
  RequestId: { description: "Names the request in our logs.", schema: { type: "string" } },
  TotalCount: { description: "How many there are in all.", schema: { type: "integer" } },
  Next: {
    description:
      'Where the next part of the list is: `<…>; rel="next"` (RFC 8288). Left out after the last part.',
    schema: { type: "string" },
  },
  RetryAfter: { description: "Seconds to wait before trying again.", schema: { type: "integer" } },
};

interface OperationObject {
  operationId?: string;
  security?: Record<string, string[]>[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, { description: string; headers?: unknown; content?: unknown; $ref?: string }>;
}

let described: Record<string, unknown> | undefined;

/** The OpenAPI 3.1 document, generated from the routers. server is the address it names. What it holds is shared: read it only. */
export function createOpenApiDocument(server: string): Record<string, unknown> {
  // It takes a quarter of a second, and is the same for each address.
  described ??= describeApi();
  return { ...described, servers: [{ url: server }] };
}

function describeApi(): Record<string, unknown> {
  // The library wants a router whose meta is any record; ours is narrower, and it only reads it.
  const documented = appRouter as unknown as OpenApiRouter;
  const document = generateOpenApiDocument(documented, {
    title: "Usher",
    description: "Subscription billing, waitlist and invitations for software products.",
    // The interface's own version, beside the /v1 of its paths; the program's stands in package.json.
    version: "1.0.0",
    baseUrl: "",
    openApiVersion: "3.1.1",
    tags: Object.keys(TAGS),
    license: { name: "AGPL-3.0-only", identifier: "AGPL-3.0-only" } as { name: string },
    securitySchemes: SECURITY_SCHEMES,
  });
  const paths = document.paths ?? {};
  for (const { type, name, meta } of restProcedures(appRouter)) {
    // zod-openapi types operations more widely than what it writes here.
    const operation = paths[meta.openapi.path]?.[methodKey(meta.openapi.method)] as
      | OperationObject
      | undefined;
    if (!operation) throw new Error(`The document lacks ${meta.openapi.method} ${meta.openapi.path}.`);
    finish(operation, name, meta.rules, {
      isKeyed: type === "mutation" && meta.openapi.method === "POST",
      readsBody: meta.openapi.method !== "GET" && meta.openapi.method !== "DELETE",
    });
  }
  const components = { ...document.components };
  const schemas = Object.fromEntries(
    Object.entries(components.schemas ?? {}).filter(([key]) => !key.startsWith("error.")),
  );
  const events = describeWebhooks(schemas);
  return {
    ...document,
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: events.webhooks,
    components: {
      ...components,
      schemas: { ...schemas, ...events.schemas, Error: errorSchema() },
      headers: HEADERS,
    },
  };
}

function methodKey(method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE") {
  return { GET: "get", POST: "post", PATCH: "patch", PUT: "put", DELETE: "delete" }[method] as
    | "get"
    | "post"
    | "patch"
    | "put"
    | "delete";
}

/** What the library cannot say: status, security, header parameters, and our one error body with its codes. */
function finish(
  operation: OperationObject,
  name: string,
  rules: Rules,
  { isKeyed, readsBody }: { isKeyed: boolean; readsBody: boolean },
): void {
  operation.operationId = name.replaceAll(".", "_");
  operation.security = SECURITY[rules.security];
  if (isKeyed && rules.security !== "none") {
    operation.parameters = [...(operation.parameters ?? []), idempotencyKeyParameter()];
  }
  refuseUnknown(operation.requestBody);
  if (rules.takesFile) operation.requestBody = { required: true, content: fileContent(rules.takesFile) };
  const success = operation.responses?.[200];
  operation.responses = {
    [rules.status]: {
      description: rules.status === 201 ? "Created" : "Success",
      headers: {
        "x-request-id": { $ref: "#/components/headers/RequestId" },
        ...(rules.isPaged && {
          "x-total-count": { $ref: "#/components/headers/TotalCount" },
          link: { $ref: "#/components/headers/Next" },
        }),
      },
      content: rules.answersFile ? fileContent(rules.answersFile) : success?.content,
    },
    ...errorResponses(errorsOf(rules, isKeyed, readsBody)),
  };
}

/** No body takes unknown fields (openapi.test.ts); of a schema with a refinement the library does not say so. */
function refuseUnknown(requestBody: unknown): void {
  const body = requestBody as { content?: Record<string, { schema: Record<string, unknown> }> } | undefined;
  for (const { schema } of Object.values(body?.content ?? {}))
    if (schema.type === "object") schema.additionalProperties ??= false;
}

function fileContent(type: string) {
  if (type === "application/json")
    return { [type]: { schema: { type: "object", additionalProperties: true } } };
  const isText = type.startsWith("text/");
  return { [type]: { schema: { type: "string", ...(!isText && { format: "binary" }) } } };
}

/** What every operation may answer: of its input, its limits, the database and the server. */
const OF_ALL: readonly ErrorName[] = [
  "fields_invalid",
  "fields_unknown",
  "url_invalid",
  "internal_error",
  "too_many_requests",
  "database_unavailable",
  "server_overloaded",
  "database_connections_exhausted",
  "disk_full",
  "database_conflict",
  "operation_timeout",
];

function errorsOf(rules: Rules, isKeyed: boolean, readsBody: boolean): ErrorName[] {
  const names: ErrorName[] = [...OF_ALL, ...rules.errors];
  if (readsBody)
    names.push(
      "body_invalid_json",
      "body_too_large",
      "content_type_unsupported",
      "body_timeout",
      "number_not_exact",
      "content_encoding_unsupported",
    );
  if (rules.security !== "none") names.push("app_id_invalid", "origin_not_allowed");
  if (rules.security !== "none" && !rules.isForBrowsers) names.push("browser_application_not_allowed");
  if (rules.security === "app+jwt" || rules.security === "app|jwt")
    names.push("token_invalid", "token_of_other_tenant", "role_insufficient", "customer_not_own");
  if (rules.security === "app+jwt") names.push("token_missing");
  if (rules.scope) names.push("scope_missing");
  if (isKeyed)
    names.push("idempotency_key_reused", "idempotent_request_in_progress", "idempotency_key_invalid");
  if (isKeyed && rules.isAtomic) names.push("idempotent_answer_lost");
  return [...new Set(names)].sort(byCode);
}

function byCode(one: ErrorName, other: ErrorName): number {
  return CATALOGUE[one].code.localeCompare(CATALOGUE[other].code);
}

function errorResponses(names: ErrorName[]): NonNullable<OperationObject["responses"]> {
  const statuses = [...new Set(names.map((name) => CATALOGUE[name].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const here = names
        .map((name) => ({ name, ...CATALOGUE[name] }))
        .filter((entry) => entry.status === status);
      const description = here.map(({ code, name, message }) => `${code} ${name}: ${message}`).join("\n");
      const retry =
        status === 503 || status === 429
          ? { "retry-after": { $ref: "#/components/headers/RetryAfter" } }
          : {};
      return [
        status,
        {
          description,
          headers: { "x-request-id": { $ref: "#/components/headers/RequestId" }, ...retry },
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      ];
    }),
  );
}

function idempotencyKeyParameter() {
  return {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  };
}

function errorSchema() {
  const issue = {
    type: "object",
    required: ["path", "message"],
    properties: { path: { type: "string" }, message: { type: "string" } },
  };
  return {
    type: "object",
    required: ["code", "name", "message", "request_id"],
    properties: {
      code: {
        type: "string",
        pattern: "^K[1-9][0-9]{3}$",
        enum: Object.values(CATALOGUE).map(({ code }) => code),
        description: "What went wrong.",
      },
      name: { type: "string", enum: Object.keys(CATALOGUE), description: "The code in words." },
      message: { type: "string", description: "What happened and what to do." },
      request_id: {
        type: "string",
        description: "Names the request in our logs; also in the header x-request-id.",
      },
      issues: { type: "array", items: issue, description: "What is wrong with which field." },
      details: { type: "object", additionalProperties: true, description: "Facts about the failure." },
      error: { type: "string", description: "RFC 6749 error code; at the token endpoint alone." },
      error_description: { type: "string", description: "As message; at the token endpoint alone." },
    },
  };
}
