import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { newId } from "../../platform/ids.ts";
import { newestFirst, toPage } from "../../platform/page.ts";
import type { Scope } from "../../platform/scope.ts";
import type { CardProvider } from "../../providers/port.ts";
import { viewSubscription } from "../billing/subscriptions/view-subscription.ts";
import { getSubscriptionOrThrow } from "../billing/terms/load-subscription.ts";
import { ensureCustomer } from "../customers/ensure-customer.ts";
import { findCustomer } from "../customers/find-customer.ts";
import { viewCustomerSummary } from "../customers/view-customer.ts";
import { recordChange } from "../events/record-change.ts";
import { cardProviderOf } from "../tenants/provider/connect-card-provider.ts";
import { getClockOrThrow, lockClockOrThrow, viewClock } from "./load-clock.ts";
import type * as schema from "./schema.ts";

type View = z.output<typeof schema.TestClock>;

/** Opens a test clock, here and at the provider. K3009 for a LIVE tenant. */
export async function createTestClock(
  scope: Scope,
  input: z.output<typeof schema.CreateTestClock>,
): Promise<View> {
  const { tenantId, tenantMode, clock, db } = scope;
  if (tenantMode !== "TEST") throw new ApiError("K3009");
  const id = newId("testClock");
  const createdAt = clock.now();
  // The provider counts in seconds.
  const start = input.now === undefined ? createdAt : new Date(input.now);
  const now = new Date(Math.floor(start.getTime() / 1000) * 1000);
  const provider = await providerOf(scope);
  const made = await provider?.createTestClock({ name: input.name, now, idempotencyKey: id });
  return db.$transaction(async (tx) => {
    const row = { tenantId, id, name: input.name, now, providerClockId: made?.id ?? null };
    const after = viewClock(await tx.testClock.create({ data: { ...row, createdAt, updatedAt: createdAt } }));
    const type = "test_clock.created";
    await recordChange(tx, scope, { type, objectType: "test_clock", objectId: id, after });
    return after;
  });
}

/** The provider's half; null where the tenant has no provider, whose clock then moves our side alone. */
export async function providerOf(scope: Scope): Promise<CardProvider | null> {
  return cardProviderOf(scope).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "K7007") return null;
    throw error;
  });
}

/** One test clock. K3010. */
export async function getTestClock(scope: Scope, { id }: z.output<typeof schema.TestClockId>): Promise<View> {
  return viewClock(await getClockOrThrow(scope.db, scope, id));
}

/** The tenant's test clocks, newest first. */
export async function listTestClocks(scope: Scope, input: z.output<typeof schema.ListTestClocks>) {
  const rows = await scope.db.testClock.findMany({
    ...newestFirst(scope.tenantId, input),
  });
  return toPage(rows, input.limit, viewClock);
}

/** Stripe takes three customers on a test clock: https://docs.stripe.com/billing/testing/test-clocks/api-advanced-usage. */
const MOST_CUSTOMERS = 3;

/**
 * Creates a customer on the clock. K3022 a fourth one, whose first sale the card provider would refuse; K3011 for one who lives in real time or on another clock: what the provider
 * knows of them cannot be moved there.
 */
export async function addCustomer(
  scope: Scope,
  { id, ...named }: z.output<typeof schema.AddCustomer>,
): Promise<z.output<typeof schema.AddedCustomer>> {
  const { tenantId, db } = scope;
  return db.$transaction(async (tx) => {
    const { now } = await lockClockOrThrow(tx, scope, id);
    const known = await findCustomer(tx, scope, named.customer);
    if (known && known.testClockId !== id) throw new ApiError("K3011");
    // One after another, so that several at once cannot be one too many. The erased are gone at the provider, too.
    await tx.$queryRaw`select 1 from test_clocks where tenant_id = ${tenantId} and id = ${id} for no key update`;
    const there = await tx.customer.count({ where: { tenantId, testClockId: id, erasedAt: null } });
    if (!known && there >= MOST_CUSTOMERS)
      throw new ApiError("K3022", { details: { limit: MOST_CUSTOMERS } });
    // Their months begin in the clock's time.
    const inTime: Scope = { ...scope, clock: { now: () => new Date(now) } };
    const customer = await ensureCustomer(tx, inTime, named);
    const key = { tenantId_id: { tenantId, id: customer.id } };
    return viewCustomerSummary(await tx.customer.update({ where: key, data: { testClockId: id } }));
  });
}

/** Ends a subscription whose provider's half went with its clock; nothing more is billed for it. */
async function endWithClock(scope: Scope, subscriptionId: string, endedAt: Date): Promise<void> {
  const { tenantId, db, clock } = scope;
  const now = clock.now();
  await db.$transaction(async (tx) => {
    const key = { tenantId_id: { tenantId, id: subscriptionId } };
    const before = await getSubscriptionOrThrow(tx, scope, subscriptionId);
    const ending = {
      status: "CANCELED",
      canceledAt: before.canceledAt ?? endedAt,
      endedAt,
      updatedAt: now,
    } as const;
    await tx.subscription.update({ where: key, data: ending });
    await tx.usageRecord.updateMany({
      where: { tenantId, subscriptionId, settledAt: null },
      data: { status: "CLOSED", settledAt: now, updatedAt: now },
    });
    const after = await viewSubscription(tx, scope, await getSubscriptionOrThrow(tx, scope, subscriptionId));
    await recordChange(tx, scope, {
      type: "subscription.canceled",
      objectType: "subscription",
      objectId: subscriptionId,
      before: await viewSubscription(tx, scope, before),
      after,
    });
  });
}

/** Ends a test clock: what the provider made on it is gone, and our rows follow. Again: K3010. */
export async function deleteTestClock(
  scope: Scope,
  { id }: z.output<typeof schema.TestClockId>,
): Promise<z.output<typeof schema.DeletedTestClock>> {
  const { tenantId, db } = scope;
  const clock = await getClockOrThrow(db, scope, id);
  if (clock.providerClockId) await (await providerOf(scope))?.deleteTestClock(clock.providerClockId);
  const live = await db.subscription.findMany({
    where: { tenantId, customer: { testClockId: id }, status: { not: "CANCELED" } },
    select: { id: true },
  });
  for (const { id: subscriptionId } of live) await endWithClock(scope, subscriptionId, clock.now);
  await db.$transaction(async (tx) => {
    await lockClockOrThrow(tx, scope, id, true);
    const on = await tx.customer.findMany({ where: { tenantId, testClockId: id }, select: { id: true } });
    // The provider has deleted them; a customer who is charged again is created there again.
    await tx.providerReference.deleteMany({
      where: { tenantId, kind: "CUSTOMER", objectId: { in: on.map((customer) => customer.id) } },
    });
    await tx.customer.updateMany({ where: { tenantId, testClockId: id }, data: { testClockId: null } });
    await tx.testClock.delete({ where: { tenantId_id: { tenantId, id } } });
    const change = { objectType: "test_clock", objectId: id, after: { id } };
    await recordChange(tx, scope, { type: "test_clock.deleted", ...change });
  });
  return { id, deleted: true };
}
