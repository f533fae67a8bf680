import type { IncomingMessage, ServerResponse } from "node:http";
import { receiveCallback } from "../domain/billing/provider-events/receive-event.ts";
import { ApiError } from "../errors/api-error.ts";
import { newId } from "../platform/ids.ts";
import type { Services } from "../platform/scope.ts";
import { toApiError } from "../trpc/to-api-error.ts";
import { readBytes } from "./body.ts";
import { observeRequest } from "./observe-request.ts";
import type { Gate } from "./request-limits.ts";
import { type Answer, errorAnswer, send } from "./respond.ts";

const PATH = /^\/webhooks\/cardprovider\/([a-z0-9_]{1,64})$/;
const LARGEST = 1_000_000;

/** POST /webhooks/cardprovider/{tenant}: the card provider's callbacks, signature over the raw body. */
export async function handleCallback(
  services: Services,
  request: IncomingMessage,
  response: ServerResponse,
  gate: Gate,
): Promise<void> {
  const startedAt = performance.now();
  const requestId = newId("request");
  let answer: Answer;
  let failure: ApiError | undefined;
  let tenantId: string | undefined;
  try {
    tenantId = PATH.exec(request.url ?? "")?.[1];
    if (!tenantId) throw new ApiError("path_not_found");
    const signature = request.headers["stripe-signature"];
    const payload = (await readBytes(request, LARGEST)).toString("utf8");
    const named = tenantId;
    await gate(() =>
      receiveCallback(services, named, payload, typeof signature === "string" ? signature : ""),
    );
    answer = { status: 200, body: '{"received":true}', headers: {} };
  } catch (thrown) {
    failure = toApiError(thrown);
    answer = errorAnswer(failure, requestId);
  }
  await send(response, requestId, { ...answer, headers: { "cache-control": "no-store", ...answer.headers } });
  const seconds = (performance.now() - startedAt) / 1000;
  observeRequest(services.log, {
    requestId,
    operation: "cardprovider_callback",
    method: request.method ?? "",
    status: answer.status,
    seconds,
    tenantId,
    failure,
  });
}
