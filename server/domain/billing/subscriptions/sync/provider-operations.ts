import { ApiError } from "../../../../errors/api-error.ts";
import { addSeconds } from "../../../../platform/clock.ts";
import { Prisma, type ProviderOperation } from "../../../../platform/database/client/client.ts";
import { newId } from "../../../../platform/ids.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { ProviderRefusal } from "../../../../providers/port.ts";
import { releaseTrial } from "../start/trials.ts";

type Kind = ProviderOperation["kind"];

interface NewOperation {
  kind: Kind;
  customerId: string;
  productId: string;
  subscriptionId: string;
  input: Prisma.InputJsonObject;
}

/** Ours to carry out, another's and still running, or left behind by a crash and now ours to finish. */
export type Begun =
  | { state: "new" | "abandoned"; operation: ProviderOperation }
  | { state: "running"; operation: ProviderOperation };

/**
 * Writes down what we are about to ask of the provider. One such operation can be pending per customer and product: the
 * database's partial unique index decides any race. An abandoned one of a kind that the caller can finish is taken over, never
 * repeated beside itself; one of another kind is left to the recovery job.
 */
export async function beginOperation(
  scope: Scope,
  input: NewOperation,
  canFinish: readonly Kind[] = [input.kind],
): Promise<Begun> {
  const { tenantId, clock, db } = scope;
  const now = clock.now();
  const row = {
    ...input,
    ...newLease(scope),
    tenantId,
    id: newId("providerOperation"),
    requestKey: scope.onceKey ?? null,
    createdAt: now,
    updatedAt: now,
  };
  const { count } = await db.providerOperation.createMany({ data: [row], skipDuplicates: true });
  if (count === 1)
    return {
      state: "new",
      operation: await db.providerOperation.findUniqueOrThrow({
        where: { tenantId_id: { tenantId, id: row.id } },
      }),
    };
  const pending = await db.providerOperation.findFirst({
    where: { tenantId, customerId: input.customerId, productId: input.productId, status: "PENDING" },
  });
  // It ended between our two statements: the way is free now.
  if (!pending) return beginOperation(scope, input, canFinish);
  const taken = canFinish.includes(pending.kind) ? await claimOperation(scope, pending.id) : null;
  return taken ? { state: "abandoned", operation: taken } : { state: "running", operation: pending };
}

/** The operation that the same request began under its Idempotency-Key, before it was sent again; null without one. */
export async function findOwnOperation(scope: Scope, kind: Kind): Promise<ProviderOperation | null> {
  const { tenantId, db, onceKey } = scope;
  if (onceKey === undefined) return null;
  return db.providerOperation.findFirst({
    where: { tenantId, requestKey: onceKey, kind },
    orderBy: { id: "desc" },
  });
}

/** Takes over a pending operation whose lease has ended: one of all who try. null when it is over, or another's. */
export async function claimOperation(scope: Scope, id: string): Promise<ProviderOperation | null> {
  const { tenantId, db, clock } = scope;
  const now = clock.now();
  const lease = newLease(scope);
  const { count } = await db.providerOperation.updateMany({
    where: { tenantId, id, status: "PENDING", leaseUntil: { lte: now } },
    data: { ...lease, updatedAt: now },
  });
  if (count === 0) return null;
  const taken = await db.providerOperation.findUnique({ where: { tenantId_id: { tenantId, id } } });
  return taken?.leaseHolder === lease.leaseHolder ? taken : null;
}

function newLease({ clock, config }: Scope) {
  return { leaseUntil: addSeconds(clock.now(), config.leaseSeconds), leaseHolder: newId("request") };
}

/** How often a living process renews its lease before it would end. */
const RENEWALS = 3;

/** Works on an operation that we hold; its lease is renewed until the work ends, however long the provider takes. */
export async function withLease<T>(
  scope: Scope,
  operation: ProviderOperation,
  work: () => Promise<T>,
): Promise<T> {
  const { config, clock, log } = scope;
  const renew = () =>
    scope.db.providerOperation.updateMany({
      where: { ...held(scope, operation), leaseUntil: { gt: clock.now() } },
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

/** The operation while it is pending and nobody has taken it over from us. */
function held({ tenantId }: Scope, { id, leaseHolder }: ProviderOperation) {
  return { tenantId, id, status: "PENDING", leaseHolder } as const;
}

/**
 * Keeps what was decided on the way (the trial's end, say), so that a repetition asks the provider for exactly the same.
 * K6007 when another process has taken the operation over in the meantime: what that one decides counts.
 */
export async function refineOperation(
  tx: Tx,
  scope: Scope,
  operation: ProviderOperation,
  input: Prisma.InputJsonObject,
): Promise<void> {
  const { count } = await tx.providerOperation.updateMany({
    where: held(scope, operation),
    data: { input, updatedAt: scope.clock.now() },
  });
  if (count === 0) throw new ApiError("K6007");
}

/** Marks it done, in the transaction that saves what came of it. K6007 when another start has taken its place meanwhile. */
export async function completeOperation(tx: Tx, scope: Scope, operation: ProviderOperation): Promise<void> {
  const { count } = await tx.providerOperation.updateMany({
    where: {
      tenantId: scope.tenantId,
      id: operation.id,
      OR: [{ failureCode: null }, { failureCode: { not: "SUPERSEDED" } }],
    },
    data: { status: "SUCCEEDED", failureCode: null, updatedAt: scope.clock.now() },
  });
  if (count === 0) throw new ApiError("K6007");
}

/**
 * Whether the provider refused for good. A change of plan that it takes for impossible is over, too: asked again for the same,
 * it would refuse for ever, and no other change could be made. A start and a move ask for several things, of which some may
 * be done.
 */
export function isRefusedForGood({ kind }: ProviderOperation, error: unknown): error is ApiError {
  if (kind === "CHANGE_PLAN" && error instanceof ProviderRefusal) return true;
  return error instanceof ApiError && error.status < 500 && error.retryAfter === undefined;
}

/**
 * Marks it failed when the provider refused for good. When the provider could not be reached or understood, nobody knows
 * what it did: the operation stays pending with its lease ended, so that the next caller finds out. Nothing happens to an
 * operation that another process has taken over. A start that failed gives back the trial that it had claimed.
 */
export async function failOperation(
  scope: Scope,
  operation: ProviderOperation,
  error: unknown,
): Promise<void> {
  const now = scope.clock.now();
  const where = held(scope, operation);
  if (!isRefusedForGood(operation, error)) {
    await scope.db.providerOperation.updateMany({ where, data: { leaseUntil: now, updatedAt: now } });
    return;
  }
  await scope.db.$transaction(async (tx) => {
    const { count } = await tx.providerOperation.updateMany({ where, data: failure(error, now) });
    // What waits for its cardholder may still begin.
    const isOver = count === 1 && operation.kind === "START" && error.code !== "K7002";
    if (isOver) await releaseTrial(tx, scope, operation.subscriptionId);
  });
}

/** How a refusal is kept: as it was worded for the caller, but for the secret that lets a cardholder confirm. */
function failure({ code, details }: ApiError, now: Date) {
  const { client_secret: _, ...kept } = details ?? {};
  return {
    status: "FAILED" as const,
    failureCode: code,
    // Details are plain facts; a round through JSON makes them what the column takes.
    failureDetails: details === undefined ? Prisma.DbNull : JSON.parse(JSON.stringify(kept)),
    updatedAt: now,
  };
}
