import type { IncomingMessage, ServerResponse } from "node:http";
import { openInvoiceLink } from "../domain/billing/invoices/invoice-link.ts";
import { newId } from "../platform/ids.ts";
import type { Services } from "../platform/scope.ts";
import { toApiError } from "../trpc/to-api-error.ts";
import { errorPageAnswer } from "./error-page.ts";
import { observeRequest } from "./observe-request.ts";
import { type Answer, send } from "./respond.ts";

const PATH = /^\/invoices\/([A-Za-z0-9._-]{20,1000})$/;

/** The sealed name in the address of an invoice's link; null for any other address. */
export function invoiceLinkOf(path: string): string | null {
  return PATH.exec(path)?.[1] ?? null;
}

/** GET /invoices/{sealed}: the PDF that a mail's link leads to. */
export async function handleInvoiceLink(
  services: Services,
  request: IncomingMessage,
  response: ServerResponse,
  sealed: string,
): Promise<void> {
  const startedAt = performance.now();
  const requestId = newId("request");
  let answer: Answer;
  let failure: ReturnType<typeof toApiError> | undefined;
  try {
    const body = await openInvoiceLink(services, sealed);
    const headers = { "content-type": "application/pdf", "content-disposition": "inline" };
    answer = { status: 200, body, headers };
  } catch (thrown) {
    failure = toApiError(thrown);
    answer = errorPageAnswer(request, failure, requestId);
  }
  const privately = { "cache-control": "private, no-store", "referrer-policy": "no-referrer" };
  await send(response, requestId, { ...answer, headers: { ...privately, ...answer.headers } });
  observeRequest(services.log, {
    requestId,
    operation: "invoice_link",
    method: request.method ?? "",
    status: answer.status,
    seconds: (performance.now() - startedAt) / 1000,
    tenantId: undefined,
    failure,
  });
}
