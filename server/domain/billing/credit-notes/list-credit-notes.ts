import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { newestFirst, toPage } from "../../../platform/page.ts";
import { ownOnly, type Scope, type Tx } from "../../../platform/scope.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import type { CreditNotePage, ListCreditNotes } from "./list-credit-notes-schema.ts";
import type { CreditNote, CreditNoteId } from "./schema.ts";
import { CREDIT_NOTE_PARTS, type LoadedCreditNote, viewCreditNote } from "./view-credit-note.ts";

/** Credit notes of both providers, newest first. A user's token sees its own customer's. Throws customer_not_found. */
export async function listCreditNotes(
  scope: Scope,
  input: z.output<typeof ListCreditNotes>,
): Promise<z.output<typeof CreditNotePage>> {
  const { tenantId, db, ownCustomerId } = scope;
  const named = input.customer ?? ownCustomerId;
  const customer = named ? await getCustomerOrThrow(db, scope, named) : null;
  const rows = await db.creditNote.findMany({
    ...newestFirst(tenantId, input, {
      ...(customer && { customerId: customer.id }),
      ...(input.invoice_id && { invoiceId: input.invoice_id }),
      ...(input.subscription_id && { subscriptionId: input.subscription_id }),
    }),
    include: CREDIT_NOTE_PARTS,
  });
  return toPage(rows, input.limit, viewCreditNote);
}

/** One credit note with its lines. Throws credit_note_not_found. */
export async function getCreditNote(
  scope: Scope,
  { id }: z.output<typeof CreditNoteId>,
): Promise<z.output<typeof CreditNote>> {
  return viewCreditNote(await getCreditNoteOrThrow(scope.db, scope, id));
}

/** The tenant's credit note by id. Throws credit_note_not_found. */
export async function getCreditNoteOrThrow(tx: Tx, scope: Scope, id: string): Promise<LoadedCreditNote> {
  const note = await tx.creditNote.findUnique({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
    include: CREDIT_NOTE_PARTS,
  });
  const own = ownOnly(scope, note);
  if (!own) throw new ApiError("credit_note_not_found");
  return own;
}
