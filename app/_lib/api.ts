import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  isNonJsonSerializable,
  splitLink,
  type TRPCClient,
  TRPCClientError,
} from "@trpc/client";
import type { AppRouter } from "../../server/trpc/root.ts";

/** The server's operations, typed by its routers. */
export type Api = TRPCClient<AppRouter>;

export const TENANT_HEADER = "x-usher-tenant";

/** The browser's way to the server, on behalf of the signed-in member in one tenant. */
export function createBrowserApi(tenantId: string): Api {
  const options = { url: "/api/trpc", headers: { [TENANT_HEADER]: tenantId } };
  // A form with a file goes by itself.
  const condition = ({ input }: { input: unknown }) => isNonJsonSerializable(input);
  return createTRPCClient<AppRouter>({
    links: [splitLink({ condition, true: httpLink(options), false: httpBatchLink(options) })],
  });
}

/** The server's name for what went wrong, such as role_insufficient; null when the server was not reached. */
export function errorName(error: unknown): string | null {
  return errorBody(error)?.name ?? null;
}

/** The error's code, which stands behind the words for people who ask for help: K2009. */
export function errorCode(error: unknown): string | null {
  return errorBody(error)?.code ?? null;
}

/** Whether a refusal says that something is not, or not any more, as the caller takes it to be. */
export const isConflict = (error: unknown): boolean => dataOf(error)?.httpStatus === 409;

/** Whether the server says that there is no such thing: asking again gets no other answer. */
export const isMissing = (error: unknown): boolean => dataOf(error)?.httpStatus === 404;

/**
 * What the server says about single fields of the input, in words for people: the path of each in the operation's input, "" for
 * all of it.
 */
export function errorIssues(error: unknown): { path: string; message: string }[] {
  return dataOf(error)?.issues ?? errorBody(error)?.issues ?? [];
}

/** The secret with which the cardholder confirms a payment that was refused for want of that; null for any other error. */
export function confirmationSecret(error: unknown): string | null {
  const { name, details } = errorBody(error) ?? {};
  const secret = details?.client_secret;
  return name === "card_authentication_required" && typeof secret === "string" ? secret : null;
}

interface ErrorBody {
  code?: string;
  name?: string;
  issues?: { path: string; message: string }[];
  details?: Record<string, unknown>;
}

/** The server's answer to a refused request; null when it was not reached. */
export function errorBody(error: unknown): ErrorBody | null {
  return dataOf(error)?.error ?? null;
}

/** What the error formatter in server/trpc/init.ts adds; the client's type does not know formatters. */
function dataOf(
  error: unknown,
): { httpStatus?: number; error?: ErrorBody; issues?: ErrorBody["issues"] } | null {
  return error instanceof TRPCClientError ? (error.data ?? null) : null;
}
