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

/** The server's own code for what went wrong, such as K2009; null when the server was not reached. */
export function errorCode(error: unknown): string | null {
  return errorBody(error)?.code ?? null;
}

/** What the server says about single fields of the input: the path of each in the operation's input, "" for all of it. */
export function errorIssues(error: unknown): { path: string; message: string }[] {
  return errorBody(error)?.issues ?? [];
}

/** The secret with which the cardholder confirms a payment that was refused for want of that; null for any other error. */
export function confirmationSecret(error: unknown): string | null {
  const { code, details } = errorBody(error) ?? {};
  return (code === "K7002" && details?.client_secret) || null;
}

interface ErrorBody {
  code?: string;
  issues?: { path: string; message: string }[];
  details?: { client_secret?: string | null };
}

function errorBody(error: unknown): ErrorBody | null {
  // The error formatter in server/trpc/init.ts adds our body; the client's type does not know formatters.
  return error instanceof TRPCClientError
    ? ((error.data as { error?: ErrorBody } | null)?.error ?? null)
    : null;
}
