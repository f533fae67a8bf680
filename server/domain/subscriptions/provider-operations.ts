import { ApiError } from "../../errors/api-error.ts";
import { addSeconds } from "../../platform/clock.ts";
import type { Prisma, ProviderOperation } from "../../platform/database/client/client.ts";
import { newId } from "../../platform/ids.ts";
import { ProviderRefusal } from "../../providers/port.ts";
import type { Scope, Tx } from "../scope.ts";

/** After this long without an end an operation is taken for dead, and whoever comes next finishes it. */
const LEASE_SECONDS = 90;

interface NewOperation {
  kind: ProviderOperation["kind"];
  customerId: string;
  productId: string;
  subscriptionId: string;
  input: Prisma.InputJsonObject;
}

/** Ours to carry out, somebody else's and still running, or left behind by a crash and now ours to finish. */
export type Begun =
  | { state: "new" | "abandoned"; operation: ProviderOperation }
  | { state: "running"; operation: ProviderOperation };

/**
 * Writes down what we are about to ask of the provider. One such operation can be pending per customer and product: the
 * database's partial unique index decides any race. An abandoned one is taken over, never repeated beside itself.
 */
export async function beginOperation(scope: Scope, input: NewOperation): Promise<Begun> {
  const { tenantId, clock, db } = scope;
  const now = clock.now();
  const leaseUntil = addSeconds(now, LEASE_SECONDS);
  const row = {
    ...input,
    tenantId,
    id: newId("providerOperation"),
    leaseUntil,
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
  if (!pending) return beginOperation(scope, input);
  const taken = await db.providerOperation.updateMany({
    where: {
      tenantId,
      id: pending.id,
      status: "PENDING",
      leaseUntil: { equals: pending.leaseUntil, lte: now },
    },
    data: { leaseUntil, updatedAt: now },
  });
  return { state: taken.count === 1 ? "abandoned" : "running", operation: pending };
}

/** Keeps what was decided on the way (the trial's end, say), so that a repetition asks the provider for exactly the same. */
export async function refineOperation(
  scope: Scope,
  operation: ProviderOperation,
  input: Prisma.InputJsonObject,
): Promise<ProviderOperation> {
  return scope.db.providerOperation.update({
    where: { tenantId_id: { tenantId: scope.tenantId, id: operation.id } },
    data: { input, updatedAt: scope.clock.now() },
  });
}

/** Marks it done, in the transaction that saves what came of it. */
export async function completeOperation(tx: Tx, scope: Scope, operation: ProviderOperation): Promise<void> {
  await tx.providerOperation.update({
    where: { tenantId_id: { tenantId: scope.tenantId, id: operation.id } },
    data: { status: "SUCCEEDED", updatedAt: scope.clock.now() },
  });
}

/**
 * Whether the provider refused for good. A change of plan that it takes for impossible is over, too: asked again for the same,
 * it would refuse for ever, and no other change could be made. A start and a move ask for several things, of which some may
 * be done.
 */
export function isRefusedForGood({ kind }: ProviderOperation, error: unknown): error is ApiError {
  if (kind === "CHANGE_PLAN" && error instanceof ProviderRefusal) return true;
  return error instanceof ApiError && error.status < 500;
}

/**
 * Marks it failed when the provider refused for good. When the provider could not be reached or understood, nobody knows
 * what it did: the operation stays pending with its lease ended, so that the next caller finds out.
 */
export async function failOperation(
  scope: Scope,
  operation: ProviderOperation,
  error: unknown,
): Promise<void> {
  const now = scope.clock.now();
  await scope.db.providerOperation.updateMany({
    where: { tenantId: scope.tenantId, id: operation.id, status: "PENDING" },
    data: isRefusedForGood(operation, error)
      ? { status: "FAILED", failureCode: error.code, updatedAt: now }
      : { leaseUntil: now, updatedAt: now },
  });
}
