import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiError } from "../errors/api-error.ts";
import { newId } from "../platform/ids.ts";
import { errorPageAnswer } from "./error-page.ts";
import { errorAnswer, send } from "./respond.ts";

/** The path under which our own pages call the API. */
export const TRPC = "/api/trpc/";

/** Answers a request with an error before any operation ran, in the form that its client reads: tRPC's, a page or our JSON. */
export function refuse(request: IncomingMessage, response: ServerResponse, error: ApiError): Promise<void> {
  const requestId = newId("request");
  if (!request.url?.startsWith(TRPC))
    return send(response, requestId, errorPageAnswer(request, error, requestId));
  const answer = errorAnswer(error, requestId);
  return send(response, requestId, { ...answer, body: trpcError(error, requestId) });
}

/** In the shape of tRPC's errors (https://trpc.io/docs/rpc#error-responses), for a request that tRPC has not seen. */
export function trpcError(error: ApiError, requestId: string): string {
  const data = { code: error.code, httpStatus: error.status, error: error.toBody(requestId) };
  return JSON.stringify({ error: { message: error.message, code: -32600, data } });
}
