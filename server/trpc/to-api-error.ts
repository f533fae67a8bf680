import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { z } from "zod";
import { ApiError } from "../errors/api-error.ts";
import { Prisma } from "../platform/database/client/client.ts";
import { isConnectionUnusable } from "../platform/database/connection-errors.ts";
import { NO_CONNECTION_FREE } from "../platform/database/queued-pool.ts";
import { inputError } from "../platform/schema/input-error.ts";

const DATABASE_UNREACHABLE = new Set(["P1001", "P1002", "P1008", "P1017", "P2037"]);
/** Prisma got no connection before the timeout, for a statement or for a transaction. */
const POOL_EXHAUSTED = new Set(["P2024", "P2028"]);
const NOT_IN_TIME = [
  NO_CONNECTION_FREE,
  "timeout exceeded when trying to connect",
  "Unable to start a transaction in the given time",
];
/** Disk full: codes of PostgreSQL (appendix A of its manual) and of the operating system. */
const DISK_FULL = new Set(["53100", "ENOSPC", "EDQUOT"]);
/** A statement or transaction timed out, or failed because of a deadlock or another conflict. */
const TIMED_OUT = new Set(["57014", "25P03", "40P01", "40001", "55P03", "P2034"]);
/** Part of Prisma's message, because its code has several meanings. */
const EXPIRED = /on an expired transaction/;
const SOCKET_ERRORS = new Set(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EPIPE", "ETIMEDOUT", "53300"]);

/** Turns anything thrown into an error for the caller; an unexpected error becomes internal_error and keeps its cause for the log. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof TRPCError) {
    if (thrown.cause instanceof ApiError) return thrown.cause;
    if (thrown.cause instanceof z.core.$ZodError && thrown.code === "BAD_REQUEST")
      return inputError(thrown.cause);
    if (thrown.code === "NOT_FOUND") return new ApiError("path_not_found", { cause: thrown });
    if (thrown.code === "METHOD_NOT_SUPPORTED") return wrongMethod(thrown);
    if (thrown.code === "PARSE_ERROR") return new ApiError("body_invalid_json", { cause: thrown });
    if (thrown.code === "UNSUPPORTED_MEDIA_TYPE")
      return new ApiError("content_type_unsupported", {
        cause: thrown,
        details: { type: "application/json" },
      });
    const cause = thrown.cause instanceof TRPCError ? undefined : thrown.cause;
    // A BAD_REQUEST without a ZodError is tRPC's own: it could not parse the request.
    if (thrown.code === "BAD_REQUEST" && !causesOf(cause).some(isDatabaseUnreachable))
      return new ApiError("body_invalid_json", { cause: thrown });
    if (cause) return toApiError(cause);
  }
  const trouble = causesOf(thrown);
  if (trouble.some(isDiskFull)) return new ApiError("disk_full", { cause: thrown, retryAfter: 60 });
  if (trouble.some(isPoolExhausted))
    return new ApiError("database_connections_exhausted", { cause: thrown, retryAfter: 1 });
  if (trouble.some(isTimedOut)) return new ApiError("database_conflict", { cause: thrown });
  if (trouble.some(isDatabaseUnreachable)) return new ApiError("database_unavailable", { cause: thrown });
  if (thrown instanceof AggregateError) return toOneError(thrown);
  return new ApiError("internal_error", { cause: thrown });
}

/** tRPC's codes by the HTTP status that tRPC answers them with. PARSE_ERROR is its own word for a body that is no JSON. */
const CODES = new Map(
  (Object.keys(TRPC_ERROR_CODES_BY_KEY) as TRPC_ERROR_CODE_KEY[])
    .filter((code) => code !== "PARSE_ERROR")
    .map((code) => [getHTTPStatusCodeFromError(new TRPCError({ code })), code] as const),
);

/** A failure of a procedure as tRPC's own clients read it: with the code for its status. One that has its code stays as it is. */
export function toTrpcError(failure: TRPCError): TRPCError {
  const cause = toApiError(failure);
  const code = CODES.get(cause.status) ?? "INTERNAL_SERVER_ERROR";
  if (failure.code === code || failure.code !== "INTERNAL_SERVER_ERROR") return failure;
  return new TRPCError({ code, message: cause.message, cause });
}

/** The error for several that failed together (runAll): an unexpected one counts most, because a retry will not help. */
function toOneError(thrown: AggregateError): ApiError {
  const errors = thrown.errors.map(toApiError);
  const [first] = errors;
  if (!first || errors.some(({ errorName }) => errorName === "internal_error"))
    return new ApiError("internal_error", { cause: thrown });
  return first;
}

/** tRPC gives the method and the kind of procedure only in its message: queries use GET, mutations use POST. */
function wrongMethod(thrown: TRPCError): ApiError {
  const [, method = "of this request", kind] =
    /^Unsupported (\w+)-request to (\w+)/.exec(thrown.message) ?? [];
  const allowed = kind === "query" ? "GET" : kind === "mutation" ? "POST" : "GET, POST";
  return new ApiError("method_not_allowed", { cause: thrown, details: { method, allowed } });
}

/** An error and its causes: those in `cause`, and the driver's error in Prisma's `meta`. */
function causesOf(thrown: unknown, depth = 0): Error[] {
  if (!(thrown instanceof Error) || depth > 5) return [];
  const driver =
    "meta" in thrown && typeof thrown.meta === "object" && thrown.meta && "driverAdapterError" in thrown.meta
      ? thrown.meta.driverAdapterError
      : undefined;
  // Prisma's driver reports PostgreSQL's errors as plain objects.
  const cause =
    typeof thrown.cause === "object" && thrown.cause !== null && !(thrown.cause instanceof Error)
      ? Object.assign(new Error(), thrown.cause)
      : thrown.cause;
  return [thrown, ...causesOf(cause, depth + 1), ...causesOf(driver, depth + 1)];
}

function codesIn(error: Error): string[] {
  const codes = ["code" in error ? error.code : "", "originalCode" in error ? error.originalCode : ""];
  return codes.map(String);
}

function isDiskFull(error: Error): boolean {
  return codesIn(error).some((code) => DISK_FULL.has(code));
}

function isPoolExhausted(error: Error): boolean {
  return NOT_IN_TIME.some((words) => error.message.includes(words)) && hasNoOtherCode(error);
}

function isTimedOut(error: Error): boolean {
  return codesIn(error).some((code) => TIMED_OUT.has(code)) || EXPIRED.test(error.message);
}

/** Prisma uses the same code for a transaction that never began and for one that ended for another reason. */
function hasNoOtherCode(error: Error): boolean {
  return !(error instanceof Prisma.PrismaClientKnownRequestError) || POOL_EXHAUSTED.has(error.code);
}

function isDatabaseUnreachable(error: Error): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError && DATABASE_UNREACHABLE.has(error.code))
    return true;
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  const isCut = codesIn(error).some((code) => SOCKET_ERRORS.has(code));
  return isCut || isConnectionUnusable(error) || /Connection terminated/i.test(error.message);
}
