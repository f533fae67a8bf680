import type { Customer, InvoiceItem, Prisma } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { letterheadOf } from "./letterhead.ts";
import { getInvoiceOrThrow, type LoadedInvoice } from "./load-invoice.ts";
import { mailInvoice } from "./mail-invoice.ts";
import type { Line } from "./rules.ts";
import { viewInvoice } from "./view-invoice.ts";

const DAY_MS = 86_400_000;

interface Order {
  subscription: { id: string; currency: string; dueDays: number | null };
  customer: Customer;
  reason: "subscription_create" | "subscription_cycle" | "subscription_update" | "final" | "manual";
  lines: Line[];
  period: { start: Date; end: Date };
}

/**
 * Issues a manual invoice with these lines and those that wait for the subscription's next invoice. Its number follows the last
 * one without a gap: it is given under the tenant's row lock, in the caller's transaction. When credit exceeds it, its total
 * is 0 and the rest of the credit is kept for the next one. Returns null when there is nothing to bill, and uses no number.
 */
export async function issueInvoice(tx: Tx, scope: Scope, order: Order): Promise<LoadedInvoice | null> {
  const waiting = await takeWaiting(tx, scope, order.subscription.id);
  const lines = [...order.lines, ...waiting.map(toLine)];
  if (lines.length === 0) return null;
  const sum = lines.reduce((total, { amount }) => total + amount, 0n);
  const total = sum < 0n ? 0n : sum;
  if (sum < 0n) lines.push(carriedLine(-sum, order.period));
  const written = await writeInvoice(tx, scope, order, { lines, total });
  await tx.invoiceItem.updateMany({
    where: { tenantId: scope.tenantId, id: { in: waiting.map((item) => item.id) } },
    data: { invoiceId: written.id },
  });
  if (sum < 0n) await keepCredit(tx, scope, order, { ...written, amount: sum });
  const invoice = await getInvoiceOrThrow(tx, scope, written.id);
  await recordChange(tx, scope, {
    type: total === 0n ? "invoice.paid" : "invoice.issued",
    objectType: "invoice",
    objectId: written.id,
    after: viewInvoice(invoice, scope.clock.now()),
  });
  await mailInvoice(tx, scope, { template: "invoice", invoice, customer: order.customer, nth: 1 });
  return invoice;
}

/** The line that makes the total of an invoice with more credit than charges 0. */
function carriedLine(amount: bigint, period: Order["period"]): Line {
  return {
    description: "Credit carried to the next invoice",
    amount,
    isProration: false,
    periodStart: period.start,
    periodEnd: period.end,
  };
}

/** Writes the invoice under the tenant's next number, with its lines. One with a total of 0 is paid. */
async function writeInvoice(
  tx: Tx,
  scope: Scope,
  { subscription, customer, reason, period }: Order,
  { lines, total }: { lines: Line[]; total: bigint },
): Promise<{ id: string; displayNumber: string }> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  const id = newId("invoice");
  const { number, displayNumber, dueDays, letterhead } = await takeNumber(tx, scope, customer);
  await tx.invoice.create({
    data: {
      tenantId,
      id,
      provider: "PROVIDER_B",
      number,
      displayNumber,
      customerId: customer.id,
      subscriptionId: subscription.id,
      reason,
      status: total === 0n ? "PAID" : "OPEN",
      currency: subscription.currency,
      subtotal: total,
      total,
      amountDue: total,
      periodStart: period.start,
      periodEnd: period.end,
      issuedAt: now,
      dueAt: new Date(now.getTime() + (subscription.dueDays ?? dueDays) * DAY_MS),
      paidAt: total === 0n ? now : null,
      letterhead,
      createdAt: now,
      updatedAt: now,
    },
  });
  await tx.invoiceLine.createMany({
    data: lines.map((line, position) => ({
      tenantId,
      id: newId("invoiceLine"),
      invoiceId: id,
      position,
      ...line,
    })),
  });
  return { id, displayNumber };
}

/** Stores the rest of the credit, a negative amount, for the subscription's next invoice. */
function keepCredit(
  tx: Tx,
  scope: Scope,
  { subscription, customer, period }: Order,
  { id, displayNumber, amount }: { id: string; displayNumber: string; amount: bigint },
): Promise<void> {
  return addItem(tx, scope, {
    key: `credit:${id}`,
    customerId: customer.id,
    subscriptionId: subscription.id,
    currency: subscription.currency,
    description: `Credit from invoice ${displayNumber}`,
    amount,
    isProration: false,
    period,
  });
}

interface NewItem {
  /** Ours: the same twice is one. */
  key: string;
  customerId: string;
  subscriptionId: string;
  currency: string;
  description: string;
  amount: bigint;
  isProration: boolean;
  period: { start: Date; end: Date };
}

/** Stores a line for the subscription's next invoice of ours; once per key, also when repeated. */
export async function addItem(tx: Tx, scope: Scope, item: NewItem): Promise<void> {
  const { period, ...columns } = item;
  const row = { tenantId: scope.tenantId, id: newId("invoiceItem"), ...columns };
  await tx.invoiceItem.createMany({
    data: [{ ...row, periodStart: period.start, periodEnd: period.end, createdAt: scope.clock.now() }],
    skipDuplicates: true,
  });
}

/** The lines that wait, locked until the transaction ends. */
async function takeWaiting(tx: Tx, { tenantId }: Scope, subscriptionId: string): Promise<InvoiceItem[]> {
  const where = { tenantId, subscriptionId, invoiceId: null };
  await tx.$queryRaw`select 1 from invoice_items where tenant_id = ${tenantId} and subscription_id = ${subscriptionId}
    and invoice_id is null order by id for update`;
  return tx.invoiceItem.findMany({ where, orderBy: { id: "asc" } });
}

function toLine(item: InvoiceItem): Line {
  const { description, amount, isProration, createdAt } = item;
  return {
    description,
    amount,
    isProration,
    periodStart: item.periodStart ?? createdAt,
    periodEnd: item.periodEnd ?? createdAt,
  };
}

async function takeNumber(tx: Tx, { tenantId }: Scope, customer: Customer) {
  const tenant = await tx.tenant.update({
    where: { id: tenantId },
    data: { nextInvoiceNumber: { increment: 1 } },
  });
  const number = tenant.nextInvoiceNumber - 1;
  return {
    number,
    displayNumber: `${tenant.invoiceNumberPrefix}${String(number).padStart(5, "0")}`,
    dueDays: tenant.invoiceDueDays,
    letterhead: letterheadOf(tenant, customer) satisfies Prisma.InputJsonObject,
  };
}
