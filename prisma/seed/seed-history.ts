import { Decimal } from "decimal.js";
import { chargeKey } from "../../server/domain/billing/charges/rules.ts";
import { overagePrice, overageUnits } from "../../server/domain/billing/grants/rules.ts";
import { allowancePeriod } from "../../server/domain/billing/terms/allowance-period.ts";
import { HELD } from "../../server/domain/billing/terms/period.ts";
import { addIntervals } from "../../server/platform/calendar.ts";
import type { Prisma, Subscription } from "../../server/platform/database/client/client.ts";
import { newId } from "../../server/platform/ids.ts";
import { priceAt, type ResetInterval } from "../../server/platform/schema/interval.ts";
import { BY_INVOICE } from "../../server/platform/schema/provider.ts";
import { isCounted } from "../../server/platform/units.ts";
import type { DemoScope } from "./demo-scope.ts";
import { repeatable } from "./random.ts";
import { DAYS_TO_PAY, type Subscriber } from "./seed-customers.ts";
import { type Part, partAt } from "./seed-terms.ts";
import { madeUpUse, type Use } from "./use.ts";

interface Metered {
  featureId: string;
  name: string;
  type: "METERED" | "ALLOCATED";
  resetInterval: ResetInterval;
  /** Included in a period; null: unlimited. */
  included: number | null;
  /** What the made-up use is a share of. */
  limit: number;
  blocks: boolean;
  /** The price of usage past the limit: per started step. */
  price: { currency: string; unitAmount: Decimal; step: Decimal } | null;
}

/** Invoices that are written together, or not at all. */
const INVOICES_A_STEP = 10;

/** What a counter billed: a line of the invoice that was issued as its period ended. */
interface Overage {
  counterId: string;
  subscriptionId: string;
  description: string;
  amount: bigint;
  start: Date;
  end: Date;
}

/**
 * A year of counters with their ledgers, and the invoices of those who pay by invoice, with what they used past their limits. The
 * card provider knows the others since today: they stayed within theirs. Written in small steps; every start draws the same, under
 * the same ids, so that what an earlier one has written is recognised.
 */
export async function seedHistory(scope: DemoScope, subscribers: Subscriber[]): Promise<void> {
  const random = repeatable(20_261_121);
  const overages: Overage[] = [];
  let counters = 0;
  const { db, tenantId, now } = scope;
  const subscriptions = await db.subscription.findMany({ where: { tenantId } });
  // Many are sold the same.
  const known = new Map<string, Metered[]>();
  for (const [place, subscriber] of subscribers.entries()) {
    scope.step(`usage of customer ${place + 1} of ${subscribers.length}`);
    const row = subscriptions.find(({ id }) => id === subscriber.subscriptionId);
    if (!row) continue;
    const rows: Rows = { records: [], entries: [], overages };
    for (const part of subscriber.parts) {
      const key = JSON.stringify([part.packId, part.planPriceId, part.drivers]);
      const features = known.get(key) ?? (await featuresOf(scope, part));
      known.set(key, features);
      for (const feature of features) {
        for (const period of periodsOf(scope, { subscriber, row }, feature)) {
          if (partAt(subscriber.parts, period.status === "OPEN" ? now : period.start) !== part) continue;
          const id = `use_demo_${String(++counters).padStart(4, "0")}`;
          const start = feature.type === "ALLOCATED" ? null : period.start;
          const use = madeUpUse(place, { start, end: period.end, now, random: random() });
          addCounter(scope, rows, { id, subscriber, feature, period, use });
        }
      }
    }
    await writeCounters(scope, rows);
  }
  await seedInvoices(scope, subscribers, overages);
}

/** The counters of one subscriber: all of them at once, unless an earlier start has. */
async function writeCounters({ tenantId, db }: DemoScope, { records, entries }: Rows): Promise<void> {
  const [first] = records;
  if (!first) return;
  const key = { tenantId_id: { tenantId, id: first.id } };
  if (await db.usageRecord.findUnique({ where: key })) return;
  await db.$transaction(async (tx) => {
    await tx.usageRecord.createMany({ data: records });
    await tx.usageLedgerEntry.createMany({ data: entries });
  });
}

async function featuresOf(scope: DemoScope, part: Part): Promise<Metered[]> {
  const { tenantId, db } = scope;
  const [planPrice, entitlements] = await Promise.all([
    db.planPrice.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: part.planPriceId } } }),
    db.packEntitlement.findMany({
      where: { tenantId, packId: part.packId },
      include: { feature: true, prices: true },
      // Each start draws their numbers in the same order.
      orderBy: { feature: { position: "asc" } },
    }),
  ]);
  return entitlements.flatMap((entitlement) => {
    const { featureId, feature, overage, overageStep: step, prices, resetInterval } = entitlement;
    if (!isCounted(feature.type)) return [];
    const steps = part.drivers.find((driver) => driver.feature_id === featureId)?.steps ?? 0;
    const limit = entitlement.limit?.add(entitlement.driverStepSize?.mul(steps) ?? 0) ?? null;
    return [
      {
        featureId,
        name: feature.name,
        type: feature.type,
        resetInterval,
        included: limit?.toNumber() ?? null,
        limit: limit?.toNumber() ?? 20_000,
        blocks: overage === "BLOCK" || feature.type === "ALLOCATED",
        price:
          overage === "BILL" && limit !== null
            ? {
                currency: planPrice.currency,
                unitAmount: priceAt(prices, planPrice)?.unitAmount ?? new Decimal(0),
                step,
              }
            : null,
      },
    ];
  });
}

interface SeededPeriod {
  start: Date;
  end: Date;
  status: "OPEN" | "CLOSED";
  /** Whether an invoice of ours was issued as it ended. */
  isInvoiced: boolean;
}

/** Seats are held in one counter for ever; the rest is counted month by month, the present allowance last. */
function periodsOf(
  scope: DemoScope,
  { subscriber, row }: { subscriber: Subscriber; row: Subscription },
  feature: Metered,
): SeededPeriod[] {
  if (feature.type === "ALLOCATED")
    return subscriber.story.status === "CANCELED" ? [] : [{ ...HELD, status: "OPEN", isInvoiced: false }];
  const { currentPeriodStart: start, currentPeriodEnd: end, periodAnchor: anchor } = row;
  const { interval } = subscriber.story;
  const period = start && end ? { start, end } : null;
  // At the card provider the subscription begins while the demo is built, after its history has ended.
  const moment = start && start > scope.now ? start : scope.now;
  const open = allowancePeriod({ period, anchor, interval }, feature.resetInterval, moment);
  const until = row.endedAt ?? scope.now;
  const past: SeededPeriod[] = [];
  for (let month = 0; month <= subscriber.story.since; month++) {
    const from = addIntervals(subscriber.anchor, "MONTH", month);
    const to = addIntervals(subscriber.anchor, "MONTH", month + 1);
    const isInvoiced = row.provider === BY_INVOICE && interval === "MONTH" && to < until;
    if (open && to <= open.start) past.push({ start: from, end: to, status: "CLOSED", isInvoiced });
    // The card provider's first period begins today, in the middle of a month that was counted before.
    else if (open && from < open.start)
      past.push({ start: from, end: open.start, status: "CLOSED", isInvoiced: false });
  }
  return open && row.status !== "CANCELED" ? [...past, { ...open, status: "OPEN", isInvoiced: false }] : past;
}

interface Counted {
  id: string;
  subscriber: Subscriber;
  feature: Metered;
  period: SeededPeriod;
  use: Use;
}

interface Rows {
  records: Prisma.UsageRecordCreateManyInput[];
  entries: Prisma.UsageLedgerEntryCreateManyInput[];
  overages: Overage[];
}

/** One counter whose ledger adds up to it exactly. Where use is blocked at the limit, or no invoice bills it, it stays within it. */
function addCounter(
  { tenantId, now }: DemoScope,
  { records, entries, overages }: Rows,
  { id, subscriber, feature, period, use }: Counted,
): void {
  const wanted = Math.floor(feature.limit * use.share);
  const { start, end, status, isInvoiced } = period;
  const isWithin =
    feature.blocks ||
    (status === "CLOSED" && feature.price !== null && !isInvoiced) ||
    subscriber.story.status === "TRIALING";
  const value = isWithin ? Math.min(wanted, feature.limit) : wanted;
  const { customerId, subscriptionId } = subscriber;
  const billed = isInvoiced ? billFor(feature, value) : 0n;
  const description = `${feature.name}: usage beyond the plan`;
  if (billed > 0n) overages.push({ counterId: id, subscriptionId, description, amount: billed, start, end });
  const since = subscriber.anchor < now ? subscriber.anchor : now;
  const first = start > since || end < since ? start : since;
  const last = end < now ? end : now > first ? now : first;
  records.push({
    tenantId,
    id,
    customerId,
    subscriptionId,
    featureId: feature.featureId,
    sourceId: feature.type === "METERED" ? subscriptionId : "",
    included: feature.included,
    value,
    periodStart: start,
    periodEnd: end,
    status: billed > 0n ? "BILLED" : status,
    billedAmount: billed,
    settledAt: status === "CLOSED" ? end : null,
    createdAt: first,
    updatedAt: last,
  });
  const part = Math.floor(value / use.entries);
  for (let index = 0; index < use.entries; index++) {
    const delta = index === use.entries - 1 ? value - part * (use.entries - 1) : part;
    if (delta === 0) continue;
    const occurredAt = new Date(first.getTime() + ((last.getTime() - first.getTime()) * index) / use.entries);
    const entry = {
      tenantId,
      id: newId("usageLedgerEntry"),
      recordId: id,
      customerId,
      kind: "RECORD",
      delta: new Decimal(delta).toFixed(),
    } as const;
    entries.push({ ...entry, actorType: "SYSTEM", actorId: "demo", occurredAt, createdAt: occurredAt });
  }
}

function billFor({ price, limit }: Metered, value: number): bigint {
  if (!price) return 0n;
  const units = overageUnits(new Decimal(limit), new Decimal(value));
  return overagePrice({ ...price, pricing: "FLAT", tiers: [] }, price.step, units);
}

/** An invoice that a subscriber has been sent. */
interface Billed {
  subscriber: Subscriber;
  start: Date;
  end: Date;
  part: Part;
  isLast: boolean;
  /** Of the period before. */
  overages: Overage[];
}

/** An invoice a month, numbered without gaps in the order of their dates. */
async function seedInvoices(scope: DemoScope, subscribers: Subscriber[], overages: Overage[]): Promise<void> {
  const { tenantId, db } = scope;
  const byInvoice = subscribers.filter(({ story }) => story.provider === BY_INVOICE);
  const billed: Billed[] = [];
  for (const subscriber of byInvoice) billed.push(...(await billedPeriods(scope, subscriber, overages)));
  billed.sort((a, b) => a.start.getTime() - b.start.getTime());
  const rows = billed.map((one, index) => invoiceRows(scope, one, index));
  // First: an invoice that is issued meanwhile takes none of their numbers.
  await db.tenant.updateMany({
    where: { id: tenantId, nextInvoiceNumber: { lte: billed.length } },
    data: { nextInvoiceNumber: billed.length + 1 },
  });
  for (let at = 0; at < rows.length; at += INVOICES_A_STEP) {
    scope.step(`invoice ${at + 1} of ${rows.length}`);
    await writeInvoices(scope, rows.slice(at, at + INVOICES_A_STEP));
  }
}

/** Some invoices with all that belongs to them: at once, unless an earlier start has. */
async function writeInvoices({ tenantId, db }: DemoScope, rows: InvoiceRows[]): Promise<void> {
  const ids = rows.map(({ invoice }) => invoice.id);
  if ((await db.invoice.count({ where: { tenantId, id: { in: ids } } })) > 0) return;
  await db.$transaction(async (tx) => {
    await tx.invoice.createMany({ data: rows.map(({ invoice }) => invoice) });
    await tx.invoiceLine.createMany({ data: rows.flatMap(({ lines }) => lines) });
    await tx.charge.createMany({ data: rows.flatMap(({ charges }) => charges) });
    await tx.chargePlacement.createMany({ data: rows.flatMap(({ placements }) => placements) });
    await tx.invoicePayment.createMany({ data: rows.flatMap(({ payment }) => payment ?? []) });
  });
}

/** What a subscriber by invoice was billed for until now, or until the subscription ended. */
async function billedPeriods(
  { tenantId, db, now }: DemoScope,
  subscriber: Subscriber,
  all: Overage[],
): Promise<Billed[]> {
  const row = await db.subscription.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: subscriber.subscriptionId } },
  });
  const until = row.endedAt ?? now;
  const startOf = (n: number) => addIntervals(subscriber.anchor, subscriber.story.interval, n);
  const billed: Billed[] = [];
  for (let n = 0; startOf(n) < until; n++) {
    const [start, end] = [startOf(n), startOf(n + 1)];
    const overages = all.filter(
      (one) => one.subscriptionId === row.id && one.end.getTime() === start.getTime(),
    );
    const part = partAt(subscriber.parts, start);
    if (part) billed.push({ subscriber, start, end, part, isLast: end >= until, overages });
  }
  return billed;
}

interface InvoiceRows {
  invoice: Prisma.InvoiceCreateManyInput;
  lines: Prisma.InvoiceLineCreateManyInput[];
  charges: Prisma.ChargeCreateManyInput[];
  placements: Prisma.ChargePlacementCreateManyInput[];
  payment: Prisma.InvoicePaymentCreateManyInput | null;
}

function invoiceRows({ tenantId, now }: DemoScope, billed: Billed, index: number): InvoiceRows {
  const { subscriber, start, end, part, isLast, overages } = billed;
  const { customerId, subscriptionId, story } = subscriber;
  const id = `inv_demo_${String(index + 1).padStart(4, "0")}`;
  const isLate = story.status === "PAST_DUE" || story.status === "UNPAID";
  // Most pay some days after the invoice. One in fifteen was late, and none is now but those whose story says so.
  const lateAt = addIntervals(start, "DAY", DAYS_TO_PAY + 5);
  const isOnce = index % 15 === 4 && lateAt <= now;
  const paidAt = isOnce ? lateAt : addIntervals(start, "DAY", 2 + (index % 11));
  const isOwed = (isLast && isLate) || paidAt > now;
  const period = { periodStart: start, periodEnd: end };
  const items = [
    { item: "plan", amount: part.amount, description: `${part.planName}, ${story.interval.toLowerCase()}ly` },
    ...part.drivers.map(({ feature_id: item, steps, step_amount: each }) => ({
      item,
      amount: BigInt(each) * BigInt(steps),
      description: `${steps} × Seats`,
    })),
  ];
  const charges = [
    ...items.map(({ item, amount, description }) => ({
      id: `charge_${id}_${item}`,
      cause: "PERIOD" as const,
      ...period,
      key: chargeKey.period(subscriptionId, start, item),
      item,
      price: amount,
      amount,
      description,
    })),
    ...overages.map(({ counterId, description, amount, ...of }) => ({
      id: `charge_${counterId}`,
      cause: "COUNTER" as const,
      key: chargeKey.counter(counterId),
      sourceId: counterId,
      description,
      amount,
      periodStart: of.start,
      periodEnd: of.end,
    })),
  ];
  const total = charges.reduce((sum, { amount }) => sum + amount, 0n);
  const payment = { tenantId, id: `${id}_paid`, invoiceId: id, amount: total, paidAt };
  return {
    invoice: {
      tenantId,
      id,
      number: index + 1,
      customerId,
      subscriptionId,
      currency: story.currency,
      total,
      displayNumber: `INV-${String(index + 1).padStart(5, "0")}`,
      reason: "subscription_cycle",
      status: isOwed ? "OPEN" : "PAID",
      subtotal: total,
      amountDue: total,
      amountPaid: isOwed ? 0n : total,
      issuedAt: start,
      paidAt: isOwed ? null : paidAt,
      periodStart: start,
      periodEnd: end,
      dueAt: addIntervals(start, "DAY", DAYS_TO_PAY),
      createdAt: start,
      updatedAt: start,
    },
    lines: charges.map(({ description, amount, periodStart, periodEnd }, nth) => ({
      tenantId,
      id: `${id}_${nth + 1}`,
      invoiceId: id,
      position: nth + 1,
      description,
      amount,
      periodStart,
      periodEnd,
    })),
    charges: charges.map((charge) => ({
      tenantId,
      customerId,
      subscriptionId,
      provider: BY_INVOICE,
      currency: story.currency,
      ...charge,
      createdAt: start,
    })),
    placements: charges.map(({ id: chargeId }, nth) => ({
      tenantId,
      id: newId("chargePlacement"),
      chargeId,
      kind: "INVOICE",
      invoiceId: id,
      lineId: `${id}_${nth + 1}`,
      actorType: "SYSTEM",
      actorId: "demo",
      createdAt: start,
      placedAt: start,
    })),
    payment: isOwed ? null : { ...payment, actorType: "SYSTEM", actorId: "demo", createdAt: paidAt },
  };
}
