import { ApiError } from "../../../errors/api-error.ts";
import type { NamedFile } from "../../../platform/schema/named-file.ts";
import { type Scope, type Services, systemScope } from "../../../platform/scope.ts";

/** A kind of document that a bearer link opens. */
export interface LinkedDocument {
  /** The folder of its address. */
  folder: "invoices" | "credit-notes" | "receipts" | "purchases";
  /** What it is sealed as, so that the link to one kind opens no other. */
  context: string;
  /** The error for a link that is not ours. */
  unknown: "invoice_not_found" | "payment_not_found" | "credit_note_not_found";
  download: (scope: Scope, input: { id: string }) => Promise<NamedFile>;
}

/** A bearer link to one document, for mails. Only we can read the id in it. */
export function documentLink(
  { baseUrl, vault, tenantId }: Scope,
  { folder, context }: LinkedDocument,
  id: string,
): string {
  return `${baseUrl}/${folder}/${vault.encrypt(JSON.stringify([tenantId, id]), context)}`;
}

/** The PDF behind such a link. The error `unknown` for a link that is not ours, and the errors of the download. */
export async function openDocumentLink(
  services: Services,
  { context, unknown, download }: LinkedDocument,
  sealed: string,
): Promise<NamedFile> {
  const [tenantId, id] = open();
  const tenant = await services.db.tenant.findUnique({ where: { id: tenantId }, select: { mode: true } });
  if (!tenant) throw new ApiError(unknown);
  return download(systemScope(services, { id: tenantId, mode: tenant.mode }, context), { id });

  function open(): [string, string] {
    try {
      // We encrypted it ourselves, so its type is known.
      return JSON.parse(services.vault.decrypt(sealed, context)) as [string, string];
    } catch (cause) {
      throw new ApiError(unknown, { cause });
    }
  }
}
