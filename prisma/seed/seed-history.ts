import { Decimal } from "decimal.js";
import type { Scope } from "../../server/domain/scope.ts";
import { HELD } from "../../server/domain/usage/period.ts";
import { addIntervals } from "../../server/platform/calendar.ts";
import type { Prisma } from "../../server/platform/database/client/client.ts";
import { newId } from "../../server/platform/ids.ts";
import { repeatable } from "./random.ts";
import type { Subscriber } from "./seed-customers.ts";

/** Usual use in a month, as a share of what the plan includes, by the place of the customer in the list. */
const SHARES = [0.42, 0.97, 1.3, 0.1, 2.4, 0.78, 1.0, 0.55];
const ENTRIES_A_MONTH = 3;

interface Metered {
  featureId: string;
  type: "METERED" | "ALLOCATED";
  limit: number;
  blocks: boolean;
}

/** A year of counters with their ledgers, and the invoices of those who pay by invoice. */
export async function seedHistory(scope: Scope, subscribers: Subscriber[]): Promise<void> {
  const random = repeatable(20_261_121);
  const records: Prisma.UsageRecordCreateManyInput[] = [];
  const entries: Prisma.UsageLedgerEntryCreateManyInput[] = [];
  for (const [index, subscriber] of subscribers.entries()) {
    const share = SHARES[index % SHARES.length] ?? 0.5;
    for (const feature of await featuresOf(scope, subscriber)) {
      for (const period of await periodsOf(scope, subscriber, feature)) {
        addCounter(
          scope,
          { records, entries },
          { subscriber, feature, period, share: share * (0.8 + random() * 0.4) },
        );
      }
    }
  }
  await scope.db.$transaction(async (tx) => {
    await tx.usageRecord.createMany({ data: records });
    await tx.usageLedgerEntry.createMany({ data: entries });
  });
  await seedInvoices(scope, subscribers);
}

async function featuresOf(scope: Scope, { subscriptionId }: Subscriber): Promise<Metered[]> {
  const { tenantId, db } = scope;
  const row = await db.subscription.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: subscriptionId } },
    include: { pack: { include: { entitlements: { include: { feature: true } } } } },
  });
  return (row.pack?.entitlements ?? []).flatMap(({ featureId, feature, limit, overage }) => {
    if (feature.type !== "METERED" && feature.type !== "ALLOCATED") return [];
    return [
      {
        featureId,
        type: feature.type,
        limit: limit?.toNumber() ?? 20_000,
        blocks: overage === "BLOCK" || feature.type === "ALLOCATED",
      },
    ];
  });
}

interface SeededPeriod {
  start: Date;
  end: Date;
  status: "OPEN" | "CLOSED";
}

/** Seats are held in one counter for ever; the rest is counted month by month, the present period last. */
async function periodsOf(scope: Scope, subscriber: Subscriber, feature: Metered): Promise<SeededPeriod[]> {
  if (feature.type === "ALLOCATED")
    return subscriber.story.status === "CANCELED" ? [] : [{ ...HELD, status: "OPEN" }];
  const { tenantId, db } = scope;
  const row = await db.subscription.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: subscriber.subscriptionId } },
  });
  const { currentPeriodStart: start, currentPeriodEnd: end } = row;
  const past: SeededPeriod[] = [];
  for (let month = 0; month < subscriber.story.since; month++) {
    const from = addIntervals(subscriber.anchor, "MONTH", month);
    const to = addIntervals(subscriber.anchor, "MONTH", month + 1);
    if (start && to <= start) past.push({ start: from, end: to, status: "CLOSED" });
  }
  return start && end && row.status !== "CANCELED" ? [...past, { start, end, status: "OPEN" }] : past;
}

interface Counted {
  subscriber: Subscriber;
  feature: Metered;
  period: SeededPeriod;
  share: number;
}

interface Rows {
  records: Prisma.UsageRecordCreateManyInput[];
  entries: Prisma.UsageLedgerEntryCreateManyInput[];
}

/** One counter whose ledger adds up to it exactly. Where use is blocked at the limit it stays within it. */
function addCounter(
  scope: Scope,
  { records, entries }: Rows,
  { subscriber, feature, period, share }: Counted,
): void {
  const { tenantId, clock } = scope;
  const now = clock.now();
  const wanted = Math.floor(feature.limit * share);
  const value = feature.blocks ? Math.min(wanted, feature.limit) : wanted;
  const id = newId("usageRecord");
  const { customerId, subscriptionId } = subscriber;
  const { start, end, status } = period;
  const first = start > subscriber.anchor ? start : subscriber.anchor;
  const last = end < now ? end : now;
  records.push({
    tenantId,
    id,
    customerId,
    subscriptionId,
    featureId: feature.featureId,
    value,
    periodStart: start,
    periodEnd: end,
    status,
    settledAt: status === "CLOSED" ? end : null,
    createdAt: first,
    updatedAt: last,
  });
  const part = Math.floor(value / ENTRIES_A_MONTH);
  for (let index = 0; index < ENTRIES_A_MONTH; index++) {
    const delta = index === ENTRIES_A_MONTH - 1 ? value - part * (ENTRIES_A_MONTH - 1) : part;
    if (delta === 0) continue;
    const occurredAt = new Date(
      first.getTime() + ((last.getTime() - first.getTime()) * index) / ENTRIES_A_MONTH,
    );
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

/** An invoice a month, numbered without gaps in the order of their dates. */
async function seedInvoices(scope: Scope, subscribers: Subscriber[]): Promise<void> {
  const { tenantId, db } = scope;
  const wanted: {
    subscriber: Subscriber;
    start: Date;
    end: Date;
    total: bigint;
    planName: string;
    isLast: boolean;
  }[] = [];
  for (const subscriber of subscribers.filter(({ story }) => story.provider === "PROVIDER_B")) {
    const row = await db.subscription.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id: subscriber.subscriptionId } },
      include: { planPrice: true, plan: true },
    });
    const count =
      subscriber.story.interval === "YEAR"
        ? 1
        : subscriber.story.since + (subscriber.story.status === "CANCELED" ? 0 : 1);
    for (let n = 0; n < count; n++) {
      const start = addIntervals(subscriber.anchor, subscriber.story.interval, n);
      const end = addIntervals(subscriber.anchor, subscriber.story.interval, n + 1);
      wanted.push({
        subscriber,
        start,
        end,
        total: row.planPrice.amount,
        planName: row.plan.name,
        isLast: n === count - 1,
      });
    }
  }
  wanted.sort((a, b) => a.start.getTime() - b.start.getTime());
  const invoices: Prisma.InvoiceCreateManyInput[] = [];
  const lines: Prisma.InvoiceLineCreateManyInput[] = [];
  const payments: Prisma.InvoicePaymentCreateManyInput[] = [];
  for (const [index, { subscriber, start, end, total, planName, isLast }] of wanted.entries()) {
    const id = `inv_demo_${String(index + 1).padStart(4, "0")}`;
    const isOwed = isLast && (subscriber.story.status === "PAST_DUE" || subscriber.story.status === "UNPAID");
    const { customerId, subscriptionId, story } = subscriber;
    const dueAt = addIntervals(start, "DAY", 14);
    invoices.push({
      ...{ tenantId, id, number: index + 1, customerId, subscriptionId, currency: story.currency, total },
      ...{
        displayNumber: `INV-${String(index + 1).padStart(5, "0")}`,
        reason: "subscription_cycle",
        status: isOwed ? "OPEN" : "PAID",
        subtotal: total,
        amountDue: total,
        amountPaid: isOwed ? 0n : total,
        issuedAt: start,
        paidAt: isOwed ? null : dueAt,
        periodStart: start,
        periodEnd: end,
        dueAt,
        createdAt: start,
        updatedAt: start,
      },
    });
    if (!isOwed) {
      const money = { tenantId, id: `${id}_paid`, invoiceId: id, amount: total, paidAt: dueAt };
      payments.push({ ...money, actorType: "SYSTEM", actorId: "demo", createdAt: dueAt });
    }
    lines.push({
      tenantId,
      id: `${id}_1`,
      invoiceId: id,
      position: 1,
      description: `${planName}, ${story.interval.toLowerCase()}ly`,
      amount: total,
    });
  }
  await db.$transaction(async (tx) => {
    await tx.invoice.createMany({ data: invoices });
    await tx.invoiceLine.createMany({ data: lines });
    await tx.invoicePayment.createMany({ data: payments });
    await tx.tenant.update({ where: { id: tenantId }, data: { nextInvoiceNumber: wanted.length + 1 } });
  });
}
