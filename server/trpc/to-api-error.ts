import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { ApiError, type Issue } from "../errors/api-error.ts";
import { Prisma } from "../platform/database/client/client.ts";
import { isConnectionUnusable } from "../platform/database/connection-errors.ts";
import { NO_CONNECTION_FREE } from "../platform/database/queued-pool.ts";

const DATABASE_AWAY = new Set(["P1001", "P1002", "P1008", "P1017", "P2037"]);
/** Prisma found no connection within its time: for a statement, for a transaction. */
const POOL_EXHAUSTED = new Set(["P2024", "P2028"]);
const NOT_IN_TIME = [
  NO_CONNECTION_FREE,
  "timeout exceeded when trying to connect",
  "Unable to start a transaction in the given time",
];
/** Of PostgreSQL (appendix A of its manual) and of the machine that we run on. */
const NO_ROOM = new Set(["53100", "ENOSPC", "EDQUOT"]);
/** A statement or a transaction past its time; deadlocks and the like, where the timeout was not ours. */
const TOO_LATE = new Set(["57014", "25P03", "40P01", "40001", "55P03", "P2034"]);
/** Prisma's message, under a code that has several meanings. */
const EXPIRED = /on an expired transaction/;
const SOCKET_ERRORS = new Set(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EPIPE", "ETIMEDOUT", "53300"]);

/** Whatever was thrown, as an error for the caller; what we did not foresee becomes K9001 with its cause for the log. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof TRPCError) {
    if (thrown.cause instanceof z.core.$ZodError && thrown.code === "BAD_REQUEST")
      return fromZod(thrown.cause);
    if (thrown.code === "NOT_FOUND") return new ApiError("K1006", { cause: thrown });
    if (thrown.code === "METHOD_NOT_SUPPORTED") return wrongMethod(thrown);
    if (thrown.code === "PARSE_ERROR") return new ApiError("K1001", { cause: thrown });
    if (thrown.code === "UNSUPPORTED_MEDIA_TYPE")
      return new ApiError("K1005", { cause: thrown, details: { type: "application/json" } });
    const cause = thrown.cause instanceof TRPCError ? undefined : thrown.cause;
    // A BAD_REQUEST that is no fault of fields is tRPC's own: it could not read what was sent.
    if (
      thrown.code === "BAD_REQUEST" &&
      !(cause instanceof ApiError) &&
      !causesOf(cause).some(isDatabaseAway)
    )
      return new ApiError("K1001", { cause: thrown });
    if (cause) return toApiError(cause);
  }
  const trouble = causesOf(thrown);
  if (trouble.some(isNoRoom)) return new ApiError("K9032", { cause: thrown, retryAfter: 60 });
  if (trouble.some(isPoolExhausted)) return new ApiError("K9030", { cause: thrown, retryAfter: 1 });
  if (trouble.some(isTooLate)) return new ApiError("K9055", { cause: thrown });
  if (trouble.some(isDatabaseAway)) return new ApiError("K9005", { cause: thrown });
  return new ApiError("K9001", { cause: thrown });
}

/** tRPC names the method and the kind of the procedure in its words alone: queries are asked by GET, mutations by POST. */
function wrongMethod(thrown: TRPCError): ApiError {
  const [, method = "of this request", kind] =
    /^Unsupported (\w+)-request to (\w+)/.exec(thrown.message) ?? [];
  const allowed = kind === "query" ? "GET" : kind === "mutation" ? "POST" : "GET, POST";
  return new ApiError("K1007", { cause: thrown, details: { method, allowed } });
}

/** An error and its causes: those in `cause`, and those where Prisma keeps its driver's error. */
function causesOf(thrown: unknown, depth = 0): Error[] {
  if (!(thrown instanceof Error) || depth > 5) return [];
  const driver =
    "meta" in thrown && typeof thrown.meta === "object" && thrown.meta && "driverAdapterError" in thrown.meta
      ? thrown.meta.driverAdapterError
      : undefined;
  // Prisma's driver tells of PostgreSQL's errors by an object that is no Error.
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

function isNoRoom(error: Error): boolean {
  return codesIn(error).some((code) => NO_ROOM.has(code));
}

function isPoolExhausted(error: Error): boolean {
  return NOT_IN_TIME.some((words) => error.message.includes(words)) && hasNoOtherCode(error);
}

function isTooLate(error: Error): boolean {
  return codesIn(error).some((code) => TOO_LATE.has(code)) || EXPIRED.test(error.message);
}

/** A transaction of Prisma that ended otherwise bears the same code as one that never began. */
function hasNoOtherCode(error: Error): boolean {
  return !(error instanceof Prisma.PrismaClientKnownRequestError) || POOL_EXHAUSTED.has(error.code);
}

function isDatabaseAway(error: Error): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError && DATABASE_AWAY.has(error.code)) return true;
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  const isCut = codesIn(error).some((code) => SOCKET_ERRORS.has(code));
  return isCut || isConnectionUnusable(error) || /Connection terminated/i.test(error.message);
}

/** K1003 when the only fault is fields we do not know, else K1002; issues name each field by its path. */
function fromZod(error: z.core.$ZodError): ApiError {
  const issues: Issue[] = error.issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") return [{ path: issue.path.join("."), message: issue.message }];
    return issue.keys.map((key) => ({ path: [...issue.path, key].join("."), message: "Unknown field" }));
  });
  const unknown = error.issues
    .filter((issue) => issue.code === "unrecognized_keys")
    .flatMap((issue) => issue.keys);
  if (unknown.length > 0 && error.issues.every((issue) => issue.code === "unrecognized_keys")) {
    return new ApiError("K1003", { issues, details: { fields: unknown.join(", ") } });
  }
  return new ApiError("K1002", { issues });
}
