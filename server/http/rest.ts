import type { IncomingMessage, ServerResponse } from "node:http";
import type { AnyTRPCProcedure, AnyTRPCRouter } from "@trpc/server";
import findMyWay, { type HTTPMethod } from "find-my-way";
import { ApiError } from "../errors/api-error.ts";
import { newId } from "../platform/ids.ts";
import { pageHeaders, type SetPageHeaders } from "../platform/page-headers.ts";
import { listsByItem } from "../platform/schema/each-item.ts";
import { dispositionOf, isNamedFile } from "../platform/schema/named-file.ts";
import type { Rules } from "../platform/schema/operation.ts";
import type { Scope, Services } from "../platform/scope.ts";
import { inSpan, type SpanEnd } from "../platform/tracing.ts";
import { authorize, type Caller } from "../trpc/authorize.ts";
import type { Context } from "../trpc/init.ts";
import { restProcedures } from "../trpc/rest-procedures.ts";
import { toApiError } from "../trpc/to-api-error.ts";
import { inputOf as inputSchemaOf, type ProcedureParts } from "../vendor/trpc-parts.ts";
import { allowedMethods } from "./allowed-methods.ts";
import { fieldsOf, readFields, readFile } from "./body.ts";
import { checkLength } from "./bounded-body.ts";
import { limitUploads } from "./concurrency.ts";
import { corsHeaders, preflight } from "./cors.ts";
import { keyOwnerOf } from "./key-owner.ts";
import { type Observation, observeRequest } from "./observe-request.ts";
import { countAddress, type Gate, identifyWithin } from "./request-limits.ts";
import { type Answer, BASIC_CHALLENGE, errorAnswer, mergeHeaders, send, withCaching } from "./respond.ts";
import { type Once, readKey, runOnce } from "./run-once.ts";
import { headersOfData } from "./security-headers.ts";

const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;
const MAX_PARAMETER_LENGTH = 512;

interface Route {
  name: string;
  path: string;
  procedure: AnyTRPCProcedure;
  type: ProcedureParts["type"];
  rules: Rules;
  takesForms: boolean;
  byItem: string[];
}

interface Found {
  route: Route;
  parameters: Record<string, string>;
}

/** The code of a refusal that an operation answered, for the log. */
function codeIn({ status, body }: Answer): string | undefined {
  if (status < 400 || typeof body !== "string") return undefined;
  return /^\{"code":"(K\d{4})"/.exec(body)?.[1];
}

/**
 * Serves every procedure that has a REST route. Routes come from the same metadata as the OpenAPI document; docs/decisions/001
 * says why not by the bridge's own handler. Order: route, credentials, body, idempotency, operation.
 */
export function createRestHandler(services: Services, appRouter: AnyTRPCRouter, gate: Gate) {
  const routes = collectRoutes(appRouter);
  const limitUpload = limitUploads();
  const securityHeaders = headersOfData(services.baseUrl);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<Served> {
    const startedAt = performance.now();
    const requestId = newId("request");
    let found: Found | undefined;
    let caller: Caller = { type: "anonymous" };
    let answer: Answer;
    let failure: ApiError | undefined;
    let rate: Record<string, string> = {};
    try {
      const url = parseUrl(request);
      found = countedRoute(services, request, () => findRoute(routes, request.method ?? "GET", url.pathname));
      ({ caller, headers: rate } = await identifyWithin(services, request, found.route.rules));
      answer = await perform({
        gate,
        limitUpload,
        services,
        request,
        response,
        url,
        found,
        caller,
        requestId,
      });
    } catch (thrown) {
      failure = toApiError(thrown);
      answer = errorAnswer(failure, requestId, found?.route.rules.isOAuth);
    }
    if (answer.status === 401 && found?.route.rules.isOAuth && usesBasic(request))
      answer = { ...answer, headers: { ...answer.headers, ...BASIC_CHALLENGE } };
    answer = withCaching(request, answer, found?.route.rules.cacheSeconds ?? 0);
    const headers = mergeHeaders(securityHeaders, answer.headers, rate, corsHeaders(request, caller));
    const sent = send(response, requestId, { ...answer, headers });
    await sent.catch((cause: unknown) => {
      failure = new ApiError("internal_error", { cause });
      services.log.warn({ request_id: requestId, err: cause }, "the answer was cut off");
    });
    const seen = {
      requestId,
      operation: found?.route.name ?? "unknown",
      method: request.method ?? "",
      status: answer.status,
      seconds: (performance.now() - startedAt) / 1000,
      tenantId: caller.type === "api" ? (caller.application ?? caller.tokenOwner)?.tenantId : undefined,
      failure,
      code: codeIn(answer),
    };
    observeRequest(services.log, seen);
    return { ...seen, route: found?.route.path };
  }

  return async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "OPTIONS" && URL.canParse(request.url ?? "/", "http://usher.invalid")) {
      const { pathname } = parseUrl(request);
      return send(
        response,
        newId("request"),
        preflight(request, servedMethods(routes, pathname), securityHeaders),
      );
    }
    const options = { kind: "server" as const, carrier: request.headers };
    await inSpan(request.method ?? "", options, () => serve(request, response), spanEndOf);
  };
}

interface Served extends Observation {
  /** The path in the OpenAPI document; undefined for an unknown route. */
  route: string | undefined;
}

/** The span's name and attributes by OpenTelemetry's semantic conventions for HTTP servers. */
function spanEndOf({ route, method, status, operation, requestId, tenantId }: Served): SpanEnd {
  return {
    name: route === undefined ? method : `${method} ${route}`,
    isFailed: status >= 500,
    attributes: {
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": status,
      "usher.operation": operation,
      "usher.request_id": requestId,
      "usher.tenant_id": tenantId,
    },
  };
}

const usesBasic = ({ headers }: IncomingMessage) => /^basic /i.test(headers.authorization ?? "");

interface Call {
  gate: Gate;
  limitUpload: ReturnType<typeof limitUploads>;
  services: Services;
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  found: Found;
  caller: Caller;
  requestId: string;
}

async function perform(call: Call): Promise<Answer> {
  const { services, request, response, url, found, caller, requestId } = call;
  const { route } = found;
  const scope = route.rules.security === "none" ? null : authorize(services, caller, route.rules, requestId);
  const key = request.method === "POST" ? readKey(request.headers["idempotency-key"]) : null;
  const { takesFile, bodyLimit } = route.rules;
  checkLength(request, bodyLimit);
  if (takesFile === null) return answerOnce(call, scope, key, await inputOf(request, url, found));
  // Without a scope there is no tenant to count: all such uploads are counted as one's.
  return call.limitUpload(scope ?? { tenantId: "", applicationId: null }, async () => {
    const file = await readFile(request, response, { type: takesFile, limit: bodyLimit });
    try {
      return await answerOnce(call, scope, key, { ...fieldsOf(url.searchParams), ...found.parameters, file });
    } finally {
      await file.discard();
    }
  });
}

/** Answers, at most once per Idempotency-Key. */
async function answerOnce(
  call: Call,
  scope: Scope | null,
  key: string | null,
  fields: Record<string, unknown>,
): Promise<Answer> {
  const { gate, services, url, requestId, found } = call;
  const work = (once?: Once) => gate(() => answerOf(call, scope && { ...scope, ...once }, fields));
  if (key === null) return work();
  const { caller, request } = call;
  const { isAtomic } = found.route.rules;
  const what = { method: "POST", path: url.pathname, fields };
  const owner = keyOwnerOf(services, {
    caller,
    scope,
    key,
    isAtomic,
    content: JSON.stringify(what),
    userAgent: request.headers["user-agent"] ?? "",
  });
  if (!owner) return work();
  return runOnce(services, { ...owner, ...what, requestId, isAtomic }, work);
}

/** Runs the procedure. An error becomes an answer too, so that a replay of the key repeats it. */
async function answerOf(
  { services, request, url, found, caller, requestId }: Call,
  authorized: Scope | null,
  fields: Record<string, unknown>,
): Promise<Answer> {
  const { route } = found;
  const authorization = request.headers.authorization ?? null;
  const address = caller.type === "api" ? caller.address : "unknown";
  let paging: Record<string, string> = {};
  const setPageHeaders: SetPageHeaders = (facts) => {
    paging = pageHeaders(url, facts);
  };
  const ctx: Context = { services, caller, requestId, authorization, address, authorized, setPageHeaders };
  try {
    const output: unknown = await route.procedure({
      ctx,
      path: route.name,
      type: route.type,
      getRawInput: async () => fields,
      signal: undefined,
      batchIndex: 0,
    });
    const { status, answersFile } = route.rules;
    if (answersFile === null) return { status, body: JSON.stringify(output), headers: paging };
    // answersFile says that the output is a stream, and the output schema enforces it.
    const disposition = isNamedFile(output) && { "content-disposition": dispositionOf(output) };
    const body = isNamedFile(output) ? output.body : (output as AsyncIterable<string | Uint8Array>);
    const type = answersFile.startsWith("text/") ? `${answersFile}; charset=utf-8` : answersFile;
    return { status, body, headers: { "content-type": type, ...disposition } };
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status >= 500)
      services.log.error({ request_id: requestId, err: error.cause ?? error }, error.message);
    return errorAnswer(error, requestId, route.rules.isOAuth);
  }
}

/** Path parameters and, by method, the query or the body. A name may come from one place only. */
async function inputOf(
  request: IncomingMessage,
  url: URL,
  { route, parameters }: Found,
): Promise<Record<string, unknown>> {
  const query = fieldsOf(url.searchParams);
  const hasBody = request.method !== "GET" && request.method !== "HEAD" && request.method !== "DELETE";
  const { takesForms, byItem } = route;
  const options = { limit: route.rules.bodyLimit, takesForms, byItem };
  const fields = hasBody ? await readFields(request, options) : query;
  const unexpected = [
    ...(hasBody ? Object.keys(query) : []),
    ...Object.keys(parameters).filter((name) => Object.hasOwn(fields, name)),
  ];
  if (unexpected.length > 0) {
    const issues = unexpected.map((path) => ({ path, message: "Unknown field" }));
    throw new ApiError("fields_unknown", { issues, details: { fields: unexpected.join(", ") } });
  }
  return { ...fields, ...parameters };
}

/** Finds the route. An unknown route has no caller, so its address is counted. Throws too_many_requests. */
function countedRoute(services: Services, request: IncomingMessage, find: () => Found): Found {
  try {
    return find();
  } catch (error) {
    countAddress(services, request);
    throw error;
  }
}

type Routes = ReturnType<typeof findMyWay>;

function collectRoutes(appRouter: AnyTRPCRouter): Routes {
  const routes = findMyWay({ caseSensitive: true, maxParamLength: MAX_PARAMETER_LENGTH });
  for (const { name, procedure, type, meta } of restProcedures(appRouter)) {
    const { method, path, contentTypes } = meta.openapi;
    const takesForms = contentTypes?.includes("application/x-www-form-urlencoded") ?? false;
    const byItem = listsByItem(inputSchemaOf(procedure));
    const route: Route = { name, path, procedure, type, rules: meta.rules, takesForms, byItem };
    // find-my-way throws on a second route of the same method and path; a fixed segment wins over a parameter in any order.
    routes.on(method, path.replace(/\{(\w+)\}/g, ":$1"), () => undefined, route);
  }
  return routes;
}

function parseUrl(request: IncomingMessage): URL {
  try {
    return new URL(request.url ?? "/", "http://usher.invalid");
  } catch (cause) {
    throw new ApiError("url_invalid", { details: { reason: "it is not a URL" }, cause });
  }
}

/** The route of a path as it is written: a slash at the end makes another path, not an object with an empty name. */
function lookUp(routes: Routes, method: HTTPMethod, path: string): Found | undefined {
  const match = routes.find(method, path);
  if (!match || Object.values(match.params).includes("")) return undefined;
  const parameters: Record<string, string> = {};
  for (const [name, value] of Object.entries(match.params)) if (value !== undefined) parameters[name] = value;
  // The store is the Route given to `on` above.
  return { route: match.store as Route, parameters };
}

function servedMethods(routes: Routes, path: string): string[] {
  return METHODS.filter((method) => lookUp(routes, method, path));
}

function findRoute(routes: Routes, method: string, path: string): Found {
  try {
    decodeURIComponent(path);
  } catch (cause) {
    throw new ApiError("url_invalid", { details: { reason: "it has a broken % escape" }, cause });
  }
  const wanted = METHODS.find((candidate) => candidate === (method === "HEAD" ? "GET" : method));
  const found = wanted && lookUp(routes, wanted, path);
  if (found) return found;
  const served = servedMethods(routes, path);
  if (served.length === 0) throw new ApiError("path_not_found");
  throw new ApiError("method_not_allowed", { details: { method, allowed: allowedMethods(served) } });
}
