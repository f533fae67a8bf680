import type { IncomingMessage, ServerResponse } from "node:http";
import { LINKED_CREDIT_NOTE } from "../domain/billing/credit-notes/credit-note-link.ts";
import { type LinkedDocument, openDocumentLink } from "../domain/billing/invoices/document-link.ts";
import { LINKED_INVOICE } from "../domain/billing/invoices/invoice-link.ts";
import { LINKED_PURCHASE } from "../domain/billing/invoices/purchase-link.ts";
import { LINKED_RECEIPT } from "../domain/billing/invoices/receipt-link.ts";
import { newId } from "../platform/ids.ts";
import { dispositionOf } from "../platform/schema/named-file.ts";
import type { Services } from "../platform/scope.ts";
import { toApiError } from "../trpc/to-api-error.ts";
import { errorPageAnswer } from "./error-page.ts";
import { observeRequest } from "./observe-request.ts";
import { type Answer, send } from "./respond.ts";

const DOCUMENTS: LinkedDocument[] = [LINKED_INVOICE, LINKED_CREDIT_NOTE, LINKED_RECEIPT, LINKED_PURCHASE];
const PATH = new RegExp(`^/(${DOCUMENTS.map(({ folder }) => folder).join("|")})/([A-Za-z0-9._-]{20,1000})$`);

interface FoundLink {
  document: LinkedDocument;
  sealed: string;
}

/** The kind of document and its sealed name in the address of a document's link; null for any other address. */
export function documentLinkOf(path: string): FoundLink | null {
  const [, folder, sealed = ""] = PATH.exec(path) ?? [];
  const document = DOCUMENTS.find((known) => known.folder === folder);
  return document ? { document, sealed } : null;
}

/** GET /invoices/{sealed}, /credit-notes/{sealed}, /receipts/{sealed} or /purchases/{sealed}: the PDF that a mail's link leads to. */
export async function handleDocumentLink(
  services: Services,
  request: IncomingMessage,
  response: ServerResponse,
  { document, sealed }: FoundLink,
): Promise<void> {
  const startedAt = performance.now();
  const requestId = newId("request");
  let answer: Answer;
  let failure: ReturnType<typeof toApiError> | undefined;
  try {
    const file = await openDocumentLink(services, document, sealed);
    const headers = { "content-type": "application/pdf", "content-disposition": dispositionOf(file) };
    answer = { status: 200, body: file.body, headers };
  } catch (thrown) {
    failure = toApiError(thrown);
    answer = errorPageAnswer(request, failure, requestId);
  }
  const privately = { "cache-control": "private, no-store", "referrer-policy": "no-referrer" };
  await send(response, requestId, { ...answer, headers: { ...privately, ...answer.headers } });
  observeRequest(services.log, {
    requestId,
    operation: document.context.replaceAll(" ", "_"),
    method: request.method ?? "",
    status: answer.status,
    seconds: (performance.now() - startedAt) / 1000,
    tenantId: undefined,
    failure,
  });
}
