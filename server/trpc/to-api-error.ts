import { TRPCError } from "@trpc/server";
import { z } from "zod";
import { ApiError, type Issue } from "../errors/api-error.ts";
import { Prisma } from "../platform/database/client/client.ts";

const DATABASE_AWAY = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2037"]);
const SOCKET_ERRORS = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
]);

/** Whatever was thrown, as an error for the caller; what we did not foresee becomes K9001 with its cause for the log. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof TRPCError) {
    if (thrown.cause instanceof z.core.$ZodError && thrown.code === "BAD_REQUEST")
      return fromZod(thrown.cause);
    if (thrown.code === "NOT_FOUND") return new ApiError("K1006", { cause: thrown });
    if (thrown.code === "METHOD_NOT_SUPPORTED") return new ApiError("K1007", { cause: thrown });
    if (thrown.code === "PARSE_ERROR") return new ApiError("K1001", { cause: thrown });
    if (thrown.code === "UNSUPPORTED_MEDIA_TYPE")
      return new ApiError("K1005", { cause: thrown, details: { type: "application/json" } });
    const cause = thrown.cause instanceof TRPCError ? undefined : thrown.cause;
    // A BAD_REQUEST that is no fault of fields is tRPC's own: it could not read what was sent.
    if (thrown.code === "BAD_REQUEST" && !(cause instanceof ApiError) && !isDatabaseAway(cause))
      return new ApiError("K1001", { cause: thrown });
    if (cause) return toApiError(cause);
  }
  return isDatabaseAway(thrown)
    ? new ApiError("K9005", { cause: thrown })
    : new ApiError("K9001", { cause: thrown });
}

function isDatabaseAway(thrown: unknown): boolean {
  if (thrown instanceof Prisma.PrismaClientKnownRequestError) return DATABASE_AWAY.has(thrown.code);
  if (thrown instanceof Prisma.PrismaClientInitializationError) return true;
  if (!(thrown instanceof Error)) return false;
  const code = "code" in thrown ? String(thrown.code) : "";
  if (SOCKET_ERRORS.has(code)) return true;
  if (/timeout exceeded when trying to connect|Connection terminated/i.test(thrown.message)) return true;
  return thrown.cause !== undefined && thrown.cause !== thrown && isDatabaseAway(thrown.cause);
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
