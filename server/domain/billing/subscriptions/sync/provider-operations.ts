import { ApiError } from "../../../../errors/api-error.ts";
import { addSeconds } from "../../../../platform/clock.ts";
import { Prisma, type ProviderOperation } from "../../../../platform/database/client/client.ts";
import { newId } from "../../../../platform/ids.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { ProviderMissing, ProviderRefusal } from "../../../../providers/port.ts";
import { claimTerms, releaseTerms } from "../start/promised-terms.ts";

type Kind = ProviderOperation["kind"];

interface NewOperation {
  kind: Kind;
  customerId: string;
  productId: string;
  subscriptionId: string;
  input: Prisma.InputJsonObject;
  /** The granted terms that a start claims, in the transaction that records it. */
  grantId?: string | null;
}

/** new: ours to run. running: another process runs it. abandoned: a crash interrupted it, and it is now ours to finish. */
export type Begun =
  | { state: "new" | "abandoned"; operation: ProviderOperation }
  | { state: "running"; operation: ProviderOperation };

/**
 * Records a call before we make it at the provider. One operation per customer and product can be pending: the database's partial
 * unique index decides any race. The caller claims an abandoned operation of a kind that it can finish, so that it never runs
 * twice; one of another kind is left to the recovery job.
 */
export async function beginOperation(
  scope: Scope,
  input: NewOperation,
  canFinish: readonly Kind[] = [input.kind],
): Promise<Begun> {
  const { tenantId, clock, db } = scope;
  const now = clock.now();
  const { grantId = null, ...what } = input;
  const row = {
    ...what,
    ...newLease(scope),
    tenantId,
    id: newId("providerOperation"),
    requestKey: scope.onceKey ?? null,
    createdAt: now,
    updatedAt: now,
  };
  const isNew = await db.$transaction(async (tx) => {
    // While an operation is pending, no other account takes the place of the one that it is made in (leave-account.ts).
    await tx.$queryRaw`
      select 1 from provider_accounts where tenant_id = ${tenantId} and provider = 'PROVIDER_A' for key share`;
    if (input.kind === "MOVE") await requireOnlyMove(tx, scope, input);
    const { count } = await tx.providerOperation.createMany({ data: [row], skipDuplicates: true });
    if (count === 1) await claimTerms(tx, scope, grantId, input.subscriptionId);
    return count === 1;
  });
  if (isNew)
    return {
      state: "new",
      operation: await db.providerOperation.findUniqueOrThrow({
        where: { tenantId_id: { tenantId, id: row.id } },
      }),
    };
  const pending = await db.providerOperation.findFirst({
    where: { tenantId, customerId: input.customerId, productId: input.productId, status: "PENDING" },
  });
  // It ended between our two statements: try again.
  if (!pending) return beginOperation(scope, input, canFinish);
  const claimed = canFinish.includes(pending.kind) ? await claimOperation(scope, pending.id) : null;
  return claimed ? { state: "abandoned", operation: claimed } : { state: "running", operation: pending };
}

/**
 * Moves of a customer's subscriptions run one after the other, because the customer's balance goes along with the last one that leaves the
 * card provider. Throws subscription_change_in_progress.
 */
async function requireOnlyMove(tx: Tx, { tenantId }: Scope, { customerId, productId }: NewOperation) {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`move:${tenantId}:${customerId}`}, 0))`;
  const others = {
    tenantId,
    customerId,
    productId: { not: productId },
    kind: "MOVE",
    status: "PENDING",
  } as const;
  if ((await tx.providerOperation.count({ where: others })) > 0)
    throw new ApiError("subscription_change_in_progress");
}

/** The operation that this request began under its Idempotency-Key before it was retried; null without one. */
export async function findOwnOperation(scope: Scope, kind: Kind): Promise<ProviderOperation | null> {
  const { tenantId, db, onceKey } = scope;
  if (onceKey === undefined) return null;
  return db.providerOperation.findFirst({
    where: { tenantId, requestKey: onceKey, kind },
    orderBy: { id: "desc" },
  });
}

/** Claims a pending operation whose lease has ended; one of several callers succeeds. null when it is over, or another holds it. */
export async function claimOperation(scope: Scope, id: string): Promise<ProviderOperation | null> {
  const { tenantId, db, clock } = scope;
  const now = clock.now();
  const lease = newLease(scope);
  const { count } = await db.providerOperation.updateMany({
    where: { tenantId, id, status: "PENDING", leaseUntil: { lte: now } },
    data: { ...lease, updatedAt: now },
  });
  if (count === 0) return null;
  const claimed = await db.providerOperation.findUnique({ where: { tenantId_id: { tenantId, id } } });
  return claimed?.leaseHolder === lease.leaseHolder ? claimed : null;
}

function newLease({ clock, config }: Scope) {
  return { leaseUntil: addSeconds(clock.now(), config.leaseSeconds), leaseHolder: newId("request") };
}

/** How often a living process renews its lease before it would end. */
const RENEWALS = 3;

/** Runs work under the operation's lease, which is renewed until the work ends, however long the provider takes. */
export async function withLease<T>(
  scope: Scope,
  operation: ProviderOperation,
  work: () => Promise<T>,
): Promise<T> {
  const { config, clock, log } = scope;
  const renew = () =>
    scope.db.providerOperation.updateMany({
      where: { ...whileLeased(scope, operation), leaseUntil: { gt: clock.now() } },
      data: { leaseUntil: addSeconds(clock.now(), config.leaseSeconds) },
    });
  const timer = setInterval(
    () =>
      renew().catch((error: unknown) =>
        log.warn(
          { err: error, operation_id: operation.id },
          "the lease of an operation could not be renewed",
        ),
      ),
    (config.leaseSeconds * 1000) / RENEWALS,
  );
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Selects the operation while it is pending and we hold its lease. */
function whileLeased({ tenantId }: Scope, { id, leaseHolder }: ProviderOperation) {
  return { tenantId, id, status: "PENDING", leaseHolder } as const;
}

/**
 * Stores what was decided during the operation (the end of the trial, for example), so that a retry sends the provider exactly the same
 * request. Throws subscription_change_in_progress.
 */
export async function refineOperation(
  tx: Tx,
  scope: Scope,
  operation: ProviderOperation,
  input: Prisma.InputJsonObject,
): Promise<void> {
  const { count } = await tx.providerOperation.updateMany({
    where: whileLeased(scope, operation),
    data: { input, updatedAt: scope.clock.now() },
  });
  if (count === 0) throw new ApiError("subscription_change_in_progress");
}

/** Marks it done, in the transaction that saves its result. Throws subscription_change_in_progress. */
export async function completeOperation(tx: Tx, scope: Scope, operation: ProviderOperation): Promise<void> {
  const { count } = await tx.providerOperation.updateMany({
    where: {
      tenantId: scope.tenantId,
      id: operation.id,
      OR: [{ failureCode: null }, { failureCode: { notIn: ["SUPERSEDED", "LEFT"] } }],
    },
    data: { status: "SUCCEEDED", failureCode: null, updatedAt: scope.clock.now() },
  });
  if (count === 0) throw new ApiError("subscription_change_in_progress");
}

/**
 * Which attempt it is to carry an operation out. FIRST: nothing of it can be at the provider. REPEATED: an attempt before this one may
 * have reached the provider, which shows nothing of it.
 */
export type Attempt = "FIRST" | "REPEATED";

/** The refusals after which nothing of their operation is left to do. */
const ending = new WeakSet<Error>();

/**
 * Runs the calls that carry an operation out. What the provider refuses is over: kept, the recovery job would carry the operation out
 * when the cause is gone, though its caller was told no. Throws what the work throws.
 */
export async function endIfRefused<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && isRefusal(error, attempt)) ending.add(error);
    throw error;
  }
}

/**
 * Whether an error says that the request which it answers did nothing. A refused key, and an object that is missing, say nothing of an
 * attempt that was made before: it may have been made with another key.
 */
export function isRefusal(error: ApiError, attempt: Attempt): boolean {
  if (error instanceof ProviderRefusal) return true;
  if (error instanceof ProviderMissing || error.errorName === "card_provider_key_revoked")
    return attempt === "FIRST";
  return isFinal(error);
}

/** Whether the same request is refused again, whoever refused it. */
function isFinal(error: ApiError): boolean {
  return error.status < 500 && error.retryAfter === undefined;
}

/**
 * Whether an error ends its operation: repeated, it would fail for ever and block every other of the customer and product. A move that
 * has begun at a provider is finished, whatever one of its calls says.
 */
export function isRefusedForGood({ kind }: ProviderOperation, error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  if (ending.has(error)) return true;
  const isProviders = error instanceof ProviderRefusal || error instanceof ProviderMissing;
  return kind !== "MOVE" && !isProviders && isFinal(error);
}

/**
 * Marks it failed when the provider refused for good. When the provider could not be reached or understood, its state is unknown:
 * the operation stays pending with its lease ended, so that the next caller checks. An operation that another process has
 * claimed is left alone. A failed start gives back the trial and the granted terms that it had claimed.
 */
export async function failOperation(
  scope: Scope,
  operation: ProviderOperation,
  error: unknown,
): Promise<void> {
  const now = scope.clock.now();
  const where = whileLeased(scope, operation);
  if (!isRefusedForGood(operation, error)) {
    await scope.db.providerOperation.updateMany({ where, data: { leaseUntil: now, updatedAt: now } });
    return;
  }
  await scope.db.$transaction(async (tx) => {
    const { count } = await tx.providerOperation.updateMany({ where, data: failure(error, now) });
    // A start that waits for its cardholder may still succeed.
    const isOver =
      count === 1 && operation.kind === "START" && error.errorName !== "card_authentication_required";
    if (isOver) await releaseTerms(tx, scope, operation.subscriptionId);
  });
}

/** The stored form of a refusal: the caller's error without the client secret that lets a cardholder confirm. */
function failure({ code, details }: ApiError, now: Date) {
  const { client_secret: _, ...kept } = details ?? {};
  return {
    status: "FAILED" as const,
    failureCode: code,
    // The details are plain JSON; serialising them gives the type that the column takes.
    failureDetails: details === undefined ? Prisma.DbNull : JSON.parse(JSON.stringify(kept)),
    updatedAt: now,
  };
}
