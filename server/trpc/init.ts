import { AsyncLocalStorage } from "node:async_hooks";
import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import { ApiError } from "../errors/api-error.ts";
import { nameMissing } from "../errors/name-missing.ts";
import { subjectOf } from "../platform/count-callers.ts";
import { DEEPEST, isDeeper } from "../platform/nesting.ts";
import type { SetPageHeaders } from "../platform/page-headers.ts";
import { setApiWords } from "../platform/schema/api-words.ts";
import type { OperationMeta, Rules } from "../platform/schema/operation.ts";
import { issuesInWords } from "../platform/schema/words-for-issue.ts";
import type { KnownApplication, Scope, Services } from "../platform/scope.ts";
import { authorize, type Caller } from "./authorize.ts";
import { throttleCall } from "./throttle-call.ts";
import { toApiError, toTrpcError } from "./to-api-error.ts";

/** The context that a transport passes to a procedure. */
export interface Context {
  services: Services;
  caller: Caller;
  requestId: string;
  /** The Authorization header as sent, for the token endpoint's client authentication; null elsewhere. */
  authorization: string | null;
  /** Where the request comes from; see http/client-address.ts. */
  address: string;
  /** The scope, when the transport has already authorized the caller under this operation's rules. */
  authorized?: Scope | null;
  /** Called with the position of the returned part of a list, where the operation `isPaged` and the transport sets headers. */
  setPageHeaders?: SetPageHeaders;
}

// What is parsed in this process is sent by developers; forms name their own words.
setApiWords();

/** The id of the request that tRPC reads: it may refuse one before it makes the context. */
const REQUEST_ID = new AsyncLocalStorage<string>();

/** Runs what answers a request by tRPC, so that every error of it names the request. */
export const underRequestId = <T>(requestId: string, answer: () => Promise<T>): Promise<T> =>
  REQUEST_ID.run(requestId, answer);

const t = initTRPC
  .meta<OperationMeta>()
  .context<Context>()
  .create({
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const { status, body } = describe(error, ctx?.requestId ?? REQUEST_ID.getStore() ?? "");
      // The pages show what is wrong with a field to people, who are not to read the validator's words.
      const issues = error.cause instanceof z.core.$ZodError ? issuesInWords(error.cause.issues) : undefined;
      return {
        ...shape,
        message: body.message,
        data: { code: shape.data.code, httpStatus: status, error: body, ...(issues && { issues }) },
      };
    },
  });

function describe(error: TRPCError, requestId: string) {
  const apiError = toApiError(error);
  return { status: apiError.status, body: apiError.toBody(requestId) };
}

export const router = t.router;

/** An empty input: unknown fields are refused. */
export const Nothing = z.strictObject({});

/** The rules of a procedure. One without rules is a programming error, which throws at start. */
function rulesOf(meta: OperationMeta | undefined): Rules {
  if (!meta)
    throw new TRPCError({ code: "INTERNAL_SERVER_ERROR", message: "The procedure has no operation meta." });
  return meta.rules;
}

/** A procedure whose failure has tRPC's code for its HTTP status: 422 is UNPROCESSABLE_CONTENT. */
const procedure = t.procedure.use(async ({ next }) => {
  const result = await next();
  if (!result.ok) throw toTrpcError(result.error);
  return result;
});

/** For operations that belong to a tenant: checks the caller against the operation's rules before the input is read. */
export const tenantProcedure = procedure.use(async ({ ctx, meta, path, getRawInput, next }) => {
  const rules = rulesOf(meta);
  const scope = ctx.authorized ?? authorize(ctx.services, ctx.caller, rules, ctx.requestId);
  // The REST entry point has authorized the caller already.
  if (!ctx.authorized && isDeeper(await getRawInput()))
    throw new ApiError("fields_invalid", {
      issues: [{ path: "", message: `The input must be nested ${DEEPEST} levels deep at most` }],
    });
  if (scope.client) {
    const { client, tenantId } = scope;
    await throttleCall(scope, rules, path, { ...client, tenantId, subject: subjectOf(scope) });
  }
  const result = await next<{ scope: Scope }>({ ctx: { scope } });
  if (!result.ok) throw failureFor(scope, path, result.error, await getRawInput());
  return result;
});

/** What the caller is told of a failure. */
function failureFor(
  scope: Scope,
  operation: string,
  failure: TRPCError,
  input: unknown,
): ApiError | TRPCError {
  const error = toApiError(failure);
  if (error.details?.provider !== undefined) return withoutProvider(scope, operation, error);
  const named = nameMissing(error, input);
  return named === error ? failure : named;
}

/**
 * What the payment provider said of a refusal (`details.provider`) is for the tenant's admins and back ends: it is logged here, because a
 * refusal is no fault of ours that would be logged elsewhere, and kept from the tenant's customers.
 */
function withoutProvider(
  { log, requestId, tenantId, client, ownCustomerId }: Scope,
  operation: string,
  error: ApiError,
): ApiError {
  const { provider, ...details } = error.details ?? {};
  const { code, errorName } = error;
  log.warn(
    { request_id: requestId, tenant_id: tenantId, operation, k_code: code, provider },
    "the payment provider refused a request",
  );
  if (client?.kind !== "BROWSER" && ownCustomerId === null) return error;
  return error.withDetails(
    errorName === "card_provider_refused_request" ? { reason: "the seller can see why" } : details,
  );
}

/** The part of its request that an operation without a tenant's credential sees: origin and application. */
export interface OpenRequest {
  authorization: string | null;
  address: string;
  application: KnownApplication | null;
}

/** For operations that need no credential of a tenant: the operation uses its input and `ctx.request`. */
export const openProcedure = procedure.use(async ({ ctx, meta, path, next }) => {
  const application = ctx.caller.type === "api" ? ctx.caller.application : null;
  const from = {
    kind: application?.kind ?? "BROWSER",
    address: ctx.address,
    tenantId: application?.tenantId ?? null,
    subject: null,
  } as const;
  await throttleCall(ctx.services, rulesOf(meta), path, from);
  const { authorization, address } = ctx;
  return next<{ request: OpenRequest }>({ ctx: { request: { authorization, address, application } } });
});
