import { ApiError } from "../../../errors/api-error.ts";
import type { CorrectionRequest } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { type CardProvider, ProviderRefusal } from "../../../providers/port.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { type LoadedInvoice, lockInvoice } from "../invoices/load-invoice.ts";
import { syncInvoice } from "../invoices/sync-invoice.ts";
import { Plan } from "./plan.ts";
import { syncCorrections } from "./sync-corrections.ts";

/** The request that this call wrote before it was cut off; null: it wrote none, or has no Idempotency-Key. */
export async function findOwnRequest({ tenantId, db, onceKey }: Scope): Promise<CorrectionRequest | null> {
  if (onceKey === undefined) return null;
  return db.correctionRequest.findFirst({ where: { tenantId, requestKey: onceKey } });
}

/**
 * Writes what the card provider is to be asked for, under the invoice's lock, before it is asked. K6047 while another one of the
 * invoice is carried out: of two at once the first one counts. And the errors of `plan`.
 */
export async function writeRequest(
  scope: Scope,
  invoiceId: string,
  plan: (tx: Tx, invoice: LoadedInvoice) => Promise<Plan>,
): Promise<CorrectionRequest> {
  const { tenantId, db, actor, clock, onceKey } = scope;
  return db.$transaction(async (tx) => {
    const invoice = await lockInvoice(tx, scope, invoiceId);
    const running = { tenantId, invoiceId, status: "REQUESTED" } as const;
    if ((await tx.correctionRequest.count({ where: running })) > 0) throw new ApiError("K6047");
    const decided = await plan(tx, invoice);
    const now = clock.now();
    return tx.correctionRequest.create({
      data: {
        ...{ tenantId, id: newId("correctionRequest"), kind: decided.kind, status: "REQUESTED", invoiceId },
        ...{ plan: decided, requestKey: onceKey ?? null, actorType: actor.type, actorId: actor.id },
        ...{ createdAt: now, updatedAt: now },
      },
    });
  });
}

/**
 * Asks the card provider for what a request says, copies what came of it, and returns its id here. Safe to repeat, at once and after a
 * crash at any step: the provider has one under the request's key. K6048 the provider refused, and nothing was done. Where it cannot
 * be asked the request stays, and due work asks again: K7xxx.
 */
export async function carryOut(scope: Scope, { id }: Pick<CorrectionRequest, "id">): Promise<string> {
  const { tenantId, db, clock } = scope;
  const request = await db.correctionRequest.update({
    where: { tenantId_id: { tenantId, id } },
    data: { updatedAt: clock.now() },
    include: { invoice: { select: { providerInvoiceId: true } } },
  });
  if (request.resultId !== null) return request.resultId;
  if (request.status === "FAILED") throw refused(request.failure);
  const invoice = request.invoice.providerInvoiceId ?? "";
  const providerId = await ask(scope, await cardProviderOf(scope), request, invoice);
  await syncInvoice(scope, invoice);
  await syncCorrections(scope, invoice);
  const resultId = await resultOf(scope, request, providerId);
  await db.correctionRequest.updateMany({
    where: { tenantId, id, status: "REQUESTED" },
    data: { status: "DONE", resultId, updatedAt: clock.now() },
  });
  return resultId;
}

async function ask(
  scope: Scope,
  provider: CardProvider,
  { id: key, plan: stored, ...request }: CorrectionRequest,
  invoiceId: string,
): Promise<string> {
  const { tenantId, db, clock } = scope;
  const plan = Plan.parse(stored);
  try {
    if (plan.kind === "REFUND")
      return await provider.createRefund({ key, paymentId: plan.paymentId, amount: BigInt(plan.amount) });
    const { amount, lines, toBalance, toRefund, outside, reason } = plan;
    return await provider.createCreditNote({
      ...{ key, invoiceId, reason, amount: amount === null ? null : BigInt(amount) },
      lines: lines.map((line) => ({ ...line, amount: BigInt(line.amount) })),
      ...{ toBalance: BigInt(toBalance), toRefund: BigInt(toRefund), outside: BigInt(outside) },
    });
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    const failure = refusalOf(error);
    await db.correctionRequest.updateMany({
      where: { tenantId, id: key, status: "REQUESTED" },
      data: { status: "FAILED", failure, updatedAt: clock.now() },
    });
    // The provider knows something that is not known here.
    await syncAfterRefusal(scope, invoiceId, request.invoiceId);
    throw refused(failure, error);
  }
}

async function syncAfterRefusal(scope: Scope, providerInvoiceId: string, invoiceId: string): Promise<void> {
  try {
    await syncInvoice(scope, providerInvoiceId);
    await syncCorrections(scope, providerInvoiceId);
  } catch (error) {
    const message = "an invoice could not be read again after a refusal";
    scope.log.warn({ err: error, tenant_id: scope.tenantId, invoice_id: invoiceId }, message);
  }
}

function refusalOf({ cause }: ProviderRefusal): string {
  return (cause instanceof Error ? cause.message : "no reason given").replace(/\.$/, "").slice(0, 500);
}

function refused(reason: string | null, cause?: Error): ApiError {
  return new ApiError("K6048", { details: { reason: reason ?? "no reason given" }, ...(cause && { cause }) });
}

/** Our copy of what came of a request. A refund of a payment that paid several invoices may be another's of them. */
async function resultOf(
  { tenantId, db }: Scope,
  { kind }: Pick<CorrectionRequest, "kind">,
  providerId: string,
): Promise<string> {
  const key = { tenantId, provider: "PROVIDER_A" } as const;
  const row =
    kind === "REFUND"
      ? await db.refund.findFirst({ where: { ...key, providerRefundId: providerId }, select: { id: true } })
      : await db.creditNote.findFirst({
          where: { ...key, providerCreditNoteId: providerId },
          select: { id: true },
        });
  if (!row)
    throw new ApiError("K7006", { cause: new Error(`${providerId} was made, and could not be read.`) });
  return row.id;
}
