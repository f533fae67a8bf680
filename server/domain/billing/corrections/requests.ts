import { ApiError } from "../../../errors/api-error.ts";
import type { ErrorName } from "../../../errors/catalogue.ts";
import { addSeconds } from "../../../platform/clock.ts";
import type { CorrectionRequest, Customer } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { ProviderMissing, ProviderRefusal } from "../../../providers/port.ts";
import { getActiveCustomerOrThrow } from "../../customers/find-customer.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { type LoadedInvoice, lockInvoice } from "../invoices/load-invoice.ts";
import { syncInvoice } from "../invoices/sync-invoice.ts";
import { askedUntil, viewRequest, waitsFor } from "./asking.ts";
import { type Order, orderOf } from "./orders.ts";
import type { ProviderRequest } from "./provider-request.ts";
import { inTheNameOf } from "./request-of.ts";
import { syncCorrections } from "./sync-corrections.ts";

/** What we say of a request ourselves. */
const NOT_ITS_WORDS: readonly ErrorName[] = [
  "invoice_correction_in_progress",
  "card_provider_refused_correction",
  "one_off_invoice_in_progress",
];

/** Of an answer of the provider's. */
const MOST_WORDS = 500;

/** The request that this call wrote before it was cut off; null: it wrote none, or has no Idempotency-Key. */
export async function findOwnRequest({ tenantId, db, onceKey }: Scope): Promise<CorrectionRequest | null> {
  if (onceKey === undefined) return null;
  return db.correctionRequest.findFirst({ where: { tenantId, requestKey: onceKey } });
}

/**
 * Writes what the card provider is to be asked for, under the invoice's lock, before it is asked. Throws invoice_correction_in_progress.
 * And the errors of `plan`.
 */
export async function writeRequest(
  scope: Scope,
  invoiceId: string,
  plan: (tx: Tx, invoice: LoadedInvoice) => Promise<ProviderRequest>,
): Promise<CorrectionRequest> {
  return scope.db.$transaction(async (tx) => {
    const invoice = await lockInvoice(tx, scope, invoiceId);
    return insert(tx, scope, { invoiceId }, invoice.currency, () => plan(tx, invoice));
  });
}

/** The same for a one-off invoice, under the customer's lock. Throws customer_not_found or one_off_invoice_in_progress. */
export async function writeOneOff(
  scope: Scope,
  { id }: Pick<Customer, "id">,
  plan: Extract<ProviderRequest, { kind: "ONE_OFF" }>,
): Promise<CorrectionRequest> {
  return scope.db.$transaction(async (tx) => {
    // An erasure waits, or was first.
    await tx.$queryRaw`select 1 from customers where tenant_id = ${scope.tenantId} and id = ${id} for no key update`;
    await getActiveCustomerOrThrow(tx, scope, id);
    return insert(tx, scope, { customerId: id }, plan.currency, async () => plan);
  });
}

async function insert(
  tx: Tx,
  { tenantId, actor, clock, onceKey }: Scope,
  of: { invoiceId: string } | { customerId: string },
  currency: string,
  decide: () => Promise<ProviderRequest>,
): Promise<CorrectionRequest> {
  const other = await tx.correctionRequest.findFirst({ where: { ...of, tenantId, status: "REQUESTED" } });
  if (other) throw underWay(other, currency, clock.now());
  const plan = await decide();
  const now = clock.now();
  return tx.correctionRequest.create({
    data: {
      tenantId,
      id: newId("correctionRequest"),
      kind: plan.kind,
      status: "REQUESTED",
      ...of,
      plan,
      requestKey: onceKey ?? null,
      actorType: actor.type,
      actorId: actor.id,
      createdAt: now,
      updatedAt: now,
    },
  });
}

type Asked = CorrectionRequest & { invoice: { providerInvoiceId: string | null; currency: string } | null };

/**
 * Asks the card provider for what a request says, copies what came of it, and returns its id here. Safe to repeat, at once and after a
 * crash at any step: the provider has one under the request's key. Where it does not answer, the request stays and due work asks again
 * (K7xxx); after `askedUntil` it is not asked any more but searched for what it made. Throws invoice_correction_in_progress or
 * one_off_invoice_in_progress. Throws card_provider_refused_correction.
 */
export async function carryOut(scope: Scope, { id }: Pick<CorrectionRequest, "id">): Promise<string> {
  const { tenantId, db, clock } = scope;
  const { request, isQuiet, isFirst } = await beginAttempt(scope, id);
  if (request.resultId !== null) return request.resultId;
  if (request.status === "FAILED") throw refused(request, request.failure);
  try {
    const order = orderOf(await cardProviderOf(scope), request);
    const providerId =
      request.updatedAt < askedUntil(request)
        ? await ask(scope, order, request, isFirst)
        : await search(scope, order, request, isQuiet);
    const invoice = request.invoice?.providerInvoiceId ?? providerId;
    await syncInvoice(inTheNameOf(request, scope), invoice);
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
 * provider. isFirst: it was never tried. Under a lock, so that of two attempts at once the second one knows of the first.
 */
async function beginAttempt(
  { tenantId, db, clock, config }: Scope,
  id: string,
): Promise<{ request: Asked; isQuiet: boolean; isFirst: boolean }> {
  const where = { tenantId_id: { tenantId, id } };
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from correction_requests where tenant_id = ${tenantId} and id = ${id} for update`;
    const before = await tx.correctionRequest.findUniqueOrThrow({ where });
    const now = clock.now();
    const isFirst = before.updatedAt <= before.createdAt;
    const tried = new Date(Math.max(now.getTime(), before.createdAt.getTime() + 1));
    const request = await tx.correctionRequest.update({
      where,
      data: { updatedAt: tried },
      include: { invoice: { select: { providerInvoiceId: true, currency: true } } },
    });
    return { request, isQuiet: before.updatedAt <= addSeconds(now, -config.leaseSeconds), isFirst };
  });
}

async function ask(scope: Scope, order: Order, request: Asked, isFirst: boolean): Promise<string> {
  try {
    return await order.make();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isRefusal(error) && !(isFirst && (await isOfNothing(order, error)))) throw error;
    throw await refuse(scope, request, refusalOf(error), error);
  }
}

/**
 * Whether the provider does not know what the request names, as with an invoice of a former account, and has nothing of the request.
 * Later a missing object is no proof: an earlier attempt may have been made with another key.
 */
async function isOfNothing(order: Order, error: ApiError): Promise<boolean> {
  if (!(error instanceof ProviderMissing)) return false;
  try {
    return (await order.find()) === null;
  } catch (cause) {
    if (cause instanceof ProviderMissing) return true;
    throw cause;
  }
}

/** Whether the provider answered that it will not do it. */
function isRefusal(error: ApiError): boolean {
  return (
    error instanceof ProviderRefusal ||
    error.errorName === "payment_method_invalid" ||
    error.errorName === "tax_address_required"
  );
}

/** What the provider made under the request's key; its own key may be gone there, so that asking again could make a second one. */
async function search(scope: Scope, order: Order, request: Asked, isQuiet: boolean): Promise<string> {
  const found = await order.find();
  if (found !== null) return found;
  if (!isQuiet) throw underWay(request, request.invoice?.currency ?? "", scope.clock.now());
  await order.giveUp();
  const last = request.failure === null ? "" : `; its last answer was ${request.failure}`;
  throw await refuse(scope, request, `it has no ${order.what} of this request${last}`);
}

/** Ends a request that came to nothing, and copies what the provider knows and is not known here. */
async function refuse(scope: Scope, request: Asked, failure: string, cause?: Error): Promise<ApiError> {
  const { tenantId, db, clock } = scope;
  await db.correctionRequest.updateMany({
    where: { tenantId, id: request.id, status: "REQUESTED" },
    data: { status: "FAILED", failure, updatedAt: clock.now() },
  });
  const remote = request.invoice?.providerInvoiceId ?? null;
  if (remote !== null) await syncAfterRefusal(scope, remote, request.id);
  return refused(request, failure, cause);
}

/** Keeps the provider's last words, which an admin sees while the request goes on. */
async function keepAnswer({ tenantId, db }: Scope, { id }: CorrectionRequest, error: unknown): Promise<void> {
  if (!(error instanceof ApiError) || NOT_ITS_WORDS.includes(error.errorName)) return;
  const failure = `${error.code}: ${error.message.replace(/\.$/, "")}`.slice(0, MOST_WORDS);
  await db.correctionRequest.updateMany({ where: { tenantId, id, status: "REQUESTED" }, data: { failure } });
}

async function syncAfterRefusal(scope: Scope, providerInvoiceId: string, requestId: string): Promise<void> {
  try {
    await syncInvoice(scope, providerInvoiceId);
    await syncCorrections(scope, providerInvoiceId);
  } catch (error) {
    const message = "an invoice could not be read again after a refusal";
    scope.log.warn({ err: error, tenant_id: scope.tenantId, request_id: requestId }, message);
  }
}

/** Stripe's words; where we have words of our own for it, those. */
function refusalOf(error: ApiError): string {
  const { cause } = error;
  const isStripes =
    (error instanceof ProviderRefusal || error instanceof ProviderMissing) && cause instanceof Error;
  return (isStripes ? cause.message : error.message).replace(/\.$/, "").slice(0, MOST_WORDS);
}

function underWay(other: CorrectionRequest, currency: string, now: Date): ApiError {
  const details = { ...viewRequest(other, currency), waits_for: waitsFor(other, now) };
  return other.kind === "ONE_OFF"
    ? new ApiError("one_off_invoice_in_progress", { details })
    : new ApiError("invoice_correction_in_progress", { details });
}

function refused({ kind }: Pick<CorrectionRequest, "kind">, failure: string | null, cause?: Error): ApiError {
  const next = kind === "ONE_OFF" ? "Change what it names, then issue it again" : "Read the invoice again";
  const details = { reason: failure ?? "no reason given", next };
  return new ApiError("card_provider_refused_correction", { details, ...(cause && { cause }) });
}

/** Our copy of what came of a request. A refund of a payment that paid several invoices may be another's of them. */
async function resultOf(
  { tenantId, db }: Scope,
  { kind }: Pick<CorrectionRequest, "kind">,
  providerId: string,
): Promise<string> {
  const key = { tenantId, provider: BY_CARD } as const;
  const select = { id: true } as const;
  const read = {
    REFUND: () => db.refund.findFirst({ where: { ...key, providerRefundId: providerId }, select }),
    CREDIT_NOTE: () =>
      db.creditNote.findFirst({ where: { ...key, providerCreditNoteId: providerId }, select }),
    ONE_OFF: () => db.invoice.findFirst({ where: { ...key, providerInvoiceId: providerId }, select }),
  };
  const row = await read[kind]();
  if (!row)
    throw new ApiError("card_provider_answer_unknown", {
      cause: new Error(`${providerId} was made, and could not be read.`),
    });
  return row.id;
}
