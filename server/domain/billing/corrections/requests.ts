import { ApiError } from "../../../errors/api-error.ts";
import { addSeconds } from "../../../platform/clock.ts";
import type { CorrectionRequest } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { type CardProvider, ProviderRefusal } from "../../../providers/port.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { type LoadedInvoice, lockInvoice } from "../invoices/load-invoice.ts";
import { syncInvoice } from "../invoices/sync-invoice.ts";
import { askedUntil, viewRequest, waitsFor } from "./asking.ts";
import { Plan } from "./plan.ts";
import { syncCorrections } from "./sync-corrections.ts";

/** Of an answer of the provider's. */
const MOST_WORDS = 500;

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
    const other = await tx.correctionRequest.findFirst({ where: running });
    if (other) throw underWay(other, invoice.currency, clock.now());
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

type Asked = CorrectionRequest & { invoice: { providerInvoiceId: string | null; currency: string } };

/**
 * Asks the card provider for what a request says, copies what came of it, and returns its id here. Safe to repeat, at once and after a
 * crash at any step: the provider has one under the request's key. Where it does not answer, the request stays and due work asks again
 * (K7xxx); after `askedUntil` it is not asked any more but searched for what it made. K6047 it may still be under way there. K6048 the
 * provider refused, or has nothing of it, and nothing was done.
 */
export async function carryOut(scope: Scope, { id }: Pick<CorrectionRequest, "id">): Promise<string> {
  const { tenantId, db, clock } = scope;
  const { request, isQuiet } = await beginAttempt(scope, id);
  if (request.resultId !== null) return request.resultId;
  if (request.status === "FAILED") throw refused(request.failure);
  const invoice = request.invoice.providerInvoiceId ?? "";
  try {
    const provider = await cardProviderOf(scope);
    const providerId =
      request.updatedAt < askedUntil(request)
        ? await ask(scope, provider, request, invoice)
        : await search(scope, provider, request, isQuiet);
    await syncInvoice(scope, invoice);
    await syncCorrections(scope, invoice);
    const resultId = await resultOf(scope, request, providerId);
    await db.correctionRequest.updateMany({
      where: { tenantId, id, status: "REQUESTED" },
      data: { status: "DONE", resultId, failure: null, updatedAt: clock.now() },
    });
    return resultId;
  } catch (error) {
    await keepAnswer(scope, request, error);
    throw error;
  }
}

/**
 * Reads a request as one that is tried now. isQuiet: it was not tried for a lease, so that no earlier call for it is on its way to the
 * provider. Under a lock, so that of two attempts at once the second one knows of the first.
 */
async function beginAttempt(
  { tenantId, db, clock, config }: Scope,
  id: string,
): Promise<{ request: Asked; isQuiet: boolean }> {
  const where = { tenantId_id: { tenantId, id } };
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from correction_requests where tenant_id = ${tenantId} and id = ${id} for update`;
    const before = await tx.correctionRequest.findUniqueOrThrow({ where });
    const now = clock.now();
    const request = await tx.correctionRequest.update({
      where,
      data: { updatedAt: now },
      include: { invoice: { select: { providerInvoiceId: true, currency: true } } },
    });
    return { request, isQuiet: before.updatedAt <= addSeconds(now, -config.leaseSeconds) };
  });
}

async function ask(
  scope: Scope,
  provider: CardProvider,
  request: CorrectionRequest,
  invoiceId: string,
): Promise<string> {
  const { id: key, plan: stored } = request;
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
    throw await refuse(scope, request, invoiceId, refusalOf(error), error);
  }
}

/** What the provider made under the request's key; its own key may be gone there, so that asking again could make a second one. */
async function search(
  scope: Scope,
  provider: CardProvider,
  request: Asked,
  isQuiet: boolean,
): Promise<string> {
  const { id: key, plan: stored, failure } = request;
  const plan = Plan.parse(stored);
  const invoiceId = request.invoice.providerInvoiceId ?? "";
  const found =
    plan.kind === "REFUND"
      ? await provider.findRefund({ key, paymentId: plan.paymentId })
      : await provider.findCreditNote({ key, invoiceId });
  if (found !== null) return found;
  if (!isQuiet) throw underWay(request, request.invoice.currency, scope.clock.now());
  const what = plan.kind === "REFUND" ? "refund" : "credit note";
  const last = failure === null ? "" : `; its last answer was ${failure}`;
  throw await refuse(scope, request, invoiceId, `it has no ${what} of this request${last}`);
}

/** Ends a request that came to nothing, and copies what the provider knows and is not known here. */
async function refuse(
  scope: Scope,
  { id, invoiceId }: CorrectionRequest,
  providerInvoiceId: string,
  failure: string,
  cause?: Error,
): Promise<ApiError> {
  const { tenantId, db, clock } = scope;
  await db.correctionRequest.updateMany({
    where: { tenantId, id, status: "REQUESTED" },
    data: { status: "FAILED", failure, updatedAt: clock.now() },
  });
  await syncAfterRefusal(scope, providerInvoiceId, invoiceId);
  return refused(failure, cause);
}

/** Keeps the provider's last words, which an admin sees while the request goes on. */
async function keepAnswer({ tenantId, db }: Scope, { id }: CorrectionRequest, error: unknown): Promise<void> {
  if (!(error instanceof ApiError) || error.code === "K6047" || error.code === "K6048") return;
  const failure = `${error.code}: ${error.message.replace(/\.$/, "")}`.slice(0, MOST_WORDS);
  await db.correctionRequest.updateMany({ where: { tenantId, id, status: "REQUESTED" }, data: { failure } });
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
  return (cause instanceof Error ? cause.message : "no reason given").replace(/\.$/, "").slice(0, MOST_WORDS);
}

function underWay(other: CorrectionRequest, currency: string, now: Date): ApiError {
  const details = { ...viewRequest(other, currency), waits_for: waitsFor(other, now) };
  return new ApiError("K6047", { details });
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
