import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { TestClock } from "../../platform/database/client/client.ts";
import { runAll } from "../../platform/due-work.ts";
import { BY_INVOICE } from "../../platform/schema/provider.ts";
import type { Scope } from "../../platform/scope.ts";
import { remind } from "../billing/invoice-actions/reminders/remind-when-due.ts";
import { DAY_MS, dueAfter, overdueFrom } from "../billing/invoices/due-date.ts";
import { closeEndedPeriods } from "../billing/periods/close-ended-periods.ts";
import { tellOnClock } from "../billing/subscriptions/ahead/due-work.ts";
import { billEndedOf } from "../billing/subscriptions/by-invoice/due-work.ts";
import { syncConfirmedChange } from "../billing/subscriptions/change/sync-confirmed-change.ts";
import { settleKnownDrafts } from "../billing/subscriptions/end/settle-ended-drafts.ts";
import { syncWithInvoices } from "../billing/subscriptions/sync/sync-now.ts";
import { recordChange } from "../events/record-change.ts";
import { getTenant } from "../tenants/get-tenant.ts";
import type { AdvanceTestClock } from "./advance-clock-schema.ts";
import { getClockOrThrow, viewClock } from "./load-clock.ts";
import { providerOf } from "./provider-of.ts";
import type { TestClock as TestClockSchema } from "./schema.ts";

/** How long the response waits for the clock; after that the worker advances it further. */
const ANSWER_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 100;
/** The clock stops at the end of every period, so the distance has to be limited. */
const FARTHEST_DAYS = 3 * 366;
/** When the provider's clock takes longer than this for one step, the next try continues. */
const STEP_WITHIN_MS = 60_000;
/**
 * Stripe advances a clock by at most two intervals of its shortest subscription, or by two years without one (the SDK's comment on
 * TestClockAdvanceParams.frozen_time; https://docs.stripe.com/billing/testing/test-clocks). We stop at the end of every period, so
 * at most one interval is passed at once; a year is for a clock without subscriptions.
 */
const MAX_STEP_MS = 365 * DAY_MS;

/**
 * Advances a test clock. It stops at the end of every period on the way, so that usage is closed and overage is on the renewal's draft
 * before the provider finalizes it. Throws test_clock_not_found or test_clock_cannot_advance.
 */
export async function advanceTestClock(
  scope: Scope,
  input: z.output<typeof AdvanceTestClock>,
): Promise<z.output<typeof TestClockSchema>> {
  const { tenantId, db, clock } = scope;
  const to = new Date(Math.floor(new Date(input.to).getTime() / 1000) * 1000);
  const { now } = await getClockOrThrow(db, scope, input.id);
  if (to.getTime() - now.getTime() > FARTHEST_DAYS * DAY_MS)
    throw new ApiError("test_clock_advance_too_far", { details: { days: FARTHEST_DAYS } });
  await db.$transaction(async (tx) => {
    const { count } = await tx.testClock.updateMany({
      where: { tenantId, id: input.id, advancingTo: null, now: { lt: to } },
      data: { advancingTo: to, updatedAt: clock.now() },
    });
    if (count === 0) throw new ApiError("test_clock_cannot_advance");
    const after = viewClock(await getClockOrThrow(tx, scope, input.id));
    const type = "test_clock.advanced";
    await recordChange(tx, scope, { type, objectType: "test_clock", objectId: input.id, after });
  });
  const arrived = stepClock(scope, input.id);
  // The worker continues what this process does not finish, and logs failures.
  await Promise.race([arrived, pause(ANSWER_WITHIN_MS)]);
  arrived.catch(() => undefined);
  return viewClock(await getClockOrThrow(db, scope, input.id));
}

/** Moves an advancing clock to its target. Two processes at once repeat each other's work without harm. */
async function stepClock(scope: Scope, id: string): Promise<void> {
  for (;;) {
    const row = await getClockOrThrow(scope.db, scope, id);
    if (row.advancingTo === null) return;
    const stop = await nextStop(scope, row, row.advancingTo);
    await tellOnClock(scope, id, row.now, stop);
    await moveProvider(scope, row, stop);
    await arrive(scope, row, stop);
  }
}

/**
 * Continues a clock that its process left on its way. The work at the stop that it has reached may have failed: it is done again
 * before the provider's clock goes on, because a renewal's draft takes overage only until it is finalized.
 */
export async function resumeClock(scope: Scope, id: string): Promise<void> {
  const row = await getClockOrThrow(scope.db, scope, id);
  if (row.advancingTo === null) return;
  await arrive(scope, row, row.now);
  await stepClock(scope, id);
}

/** The next end of a period or trial of any customer on the clock, the next day of an unpaid invoice, or the target. */
async function nextStop(scope: Scope, { id, now }: TestClock, target: Date): Promise<Date> {
  const { tenantId, db } = scope;
  const on = { tenantId, customer: { testClockId: id } };
  const [period, counter, overage, unpaid, tenant] = await Promise.all([
    db.subscription.findFirst({
      where: { ...on, status: { not: "CANCELED" }, currentPeriodEnd: { gt: now } },
      orderBy: { currentPeriodEnd: "asc" },
      select: { currentPeriodEnd: true },
    }),
    db.usageRecord.findFirst({
      where: { ...on, status: "OPEN", periodEnd: { gt: now } },
      orderBy: { periodEnd: "asc" },
      select: { periodEnd: true },
    }),
    db.usageRecord.findFirst({
      where: { ...on, invoiceDueAt: { gt: now } },
      orderBy: { invoiceDueAt: "asc" },
      select: { invoiceDueAt: true },
    }),
    db.invoice.findMany({
      where: { ...on, status: "OPEN", provider: BY_INVOICE },
      select: { dueAt: true },
      distinct: ["dueAt"],
    }),
    getTenant(db, scope),
  ]);
  const longest = new Date(now.getTime() + MAX_STEP_MS);
  // On these days after it is due an invoice is reminded of, and its subscription unpaid or ended.
  const daysAfter = [...tenant.reminderDays, tenant.unpaidAfterDays];
  const dunning = unpaid
    .flatMap(({ dueAt }) =>
      dueAt ? [overdueFrom(dueAt), ...daysAfter.map((days) => dueAfter(dueAt, days))] : [],
    )
    .filter((day) => day > now);
  const stops = [
    target,
    longest,
    period?.currentPeriodEnd,
    counter?.periodEnd,
    overage?.invoiceDueAt,
    ...dunning,
  ].flatMap((stop) => stop ?? []);
  return new Date(Math.min(...stops.map((stop) => Math.ceil(stop.getTime() / 1000) * 1000)));
}

async function moveProvider(scope: Scope, { providerClockId }: TestClock, to: Date): Promise<void> {
  const provider = providerClockId === null ? null : await providerOf(scope);
  if (!provider || providerClockId === null) return;
  await provider.advanceTestClock({ id: providerClockId, to });
  const lateAt = performance.now() + STEP_WITHIN_MS;
  for (;;) {
    const state = await provider.readTestClock(providerClockId);
    if (!state || (state.isReady && state.now >= to)) return;
    if (performance.now() > lateAt) throw new ApiError("card_provider_unavailable");
    await pause(LOOK_EVERY_MS);
  }
}

/** Advances our side after the provider's: first the time, then the subscriptions of its customers. */
async function arrive(scope: Scope, { id, advancingTo }: TestClock, at: Date): Promise<void> {
  const { tenantId, db, clock } = scope;
  const isThere = advancingTo !== null && at >= advancingTo;
  await db.testClock.updateMany({
    where: { tenantId, id, now: { lte: at } },
    data: { now: at, updatedAt: clock.now() },
  });
  const inTime: Scope = { ...scope, clock: { now: () => new Date(at) } };
  const customers = await db.customer.findMany({
    where: { tenantId, testClockId: id },
    include: {
      subscriptions: { where: { status: { not: "CANCELED" } }, select: { id: true } },
      invoices: {
        where: { status: "OPEN", provider: BY_INVOICE, dueAt: { lte: at } },
        select: { id: true },
      },
    },
  });
  // One customer who fails keeps the clock on its way, and no other customer waiting.
  await runAll(
    customers.map((customer) => async () => {
      for (const { id: subscriptionId } of customer.subscriptions) {
        await syncWithInvoices(inTime, subscriptionId);
        await syncConfirmedChange(inTime, subscriptionId);
      }
      await settleKnownDrafts(inTime, { customerId: customer.id });
      const { failed, error } = await closeEndedPeriods(inTime, { customerId: customer.id });
      if (failed > 0) throw error;
      await billEndedOf(inTime, customer.id);
      for (const { id } of customer.invoices) await remind(inTime, id);
    }),
  );
  await tellOnClock(scope, id, at, at);
  if (isThere)
    await db.testClock.updateMany({
      where: { tenantId, id, advancingTo },
      data: { advancingTo: null, updatedAt: clock.now() },
    });
}
