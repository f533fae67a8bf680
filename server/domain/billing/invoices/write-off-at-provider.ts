import { ApiError } from "../../../errors/api-error.ts";
import type { ErrorName } from "../../../errors/catalogue.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { findWriteOff, writeDecision } from "./decisions.ts";
import { getInvoiceOrThrow, type LoadedInvoice, lockInvoice } from "./load-invoice.ts";
import { syncInvoice } from "./sync-invoice.ts";

/** With these the card provider did nothing. */
const REFUSALS: readonly ErrorName[] = ["card_provider_key_revoked", "card_provider_refused_request"];

/**
 * Gives up what is left to pay of an open invoice of the card provider's, which marks it uncollectible; our copy, the journal and the event
 * follow. The decision is written before the provider is asked, so that what a crash or a lost answer leaves is finished: by a repetition,
 * by the worker (invoices/due-work.ts), or by another request, which is then refused. What was paid or voided there meanwhile stays as it
 * is.
 */
export async function writeOffAtProvider(scope: Scope, id: string, reason: string): Promise<LoadedInvoice> {
  const { isDone, isOurs } = await claim(scope, id, reason);
  if (!isDone) await finishWriteOff(scope, id);
  const invoice = await getInvoiceOrThrow(scope.db, scope, id);
  if (invoice.status !== "UNCOLLECTIBLE" || !isOurs)
    throw new ApiError("invoice_status_conflict", { details: { status: invoice.status } });
  return invoice;
}

/** Writes the decision, unless there is one. isOurs: this request wrote it, now or before it was cut off. */
function claim(scope: Scope, id: string, reason: string): Promise<{ isDone: boolean; isOurs: boolean }> {
  return scope.db.$transaction(async (tx) => {
    const { status } = await lockInvoice(tx, scope, id);
    const known = await findWriteOff(tx, scope, id);
    const isRepeated = scope.isRepeat === true && known !== null;
    if (status !== "OPEN" && !(isRepeated && status === "UNCOLLECTIBLE"))
      throw new ApiError("invoice_status_conflict", { details: { status } });
    if (!known) await writeDecision(tx, scope, id, { kind: "WRITTEN_OFF", reason });
    return { isDone: status !== "OPEN", isOurs: isRepeated || known === null };
  });
}

/** Does what was decided about an open invoice at the card provider, and reads what became of it. Idempotent. K7xxx. */
export async function finishWriteOff(scope: Scope, id: string): Promise<void> {
  const { db } = scope;
  const decision = await findWriteOff(db, scope, id);
  const { providerInvoiceId } = await getInvoiceOrThrow(db, scope, id);
  if (!decision || providerInvoiceId === null)
    throw new Error(`Nothing was decided about the invoice ${id}.`);
  const provider = await cardProviderOf(scope);
  try {
    await provider.markUncollectible({ id: providerInvoiceId, idempotencyKey: `write-off:${decision.id}` });
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.includes(error.errorName))
      await db.$transaction((tx) => noteRefusal(tx, scope, id));
    throw error;
  }
  await syncInvoice(scope, providerInvoiceId);
  await db.$transaction(async (tx) => {
    const { status } = await lockInvoice(tx, scope, id);
    if (status === "PAID" || status === "VOID") await noteRefusal(tx, scope, id);
  });
}

/** Writes down that the decision was not carried out, once. */
async function noteRefusal(tx: Tx, scope: Scope, id: string): Promise<void> {
  await lockInvoice(tx, scope, id);
  if (await findWriteOff(tx, scope, id))
    await writeDecision(tx, scope, id, { kind: "NOT_WRITTEN_OFF", reason: null });
}
