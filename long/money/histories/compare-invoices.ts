import { allowed, type Charge, HOUR, isDue } from "../model/charges.ts";
import type { Customer } from "../model/customer.ts";
import { stepOf } from "../model/step.ts";
import type { Subscription } from "../model/subscription.ts";
import type { InvoiceAnswer, LineAnswer } from "./answers.ts";
import type { Comparison } from "./compare.ts";

/** The least that a card is charged, in minor units: https://docs.stripe.com/currencies, "Minimum and maximum charge amounts". */
const LEAST: Record<string, number> = { USD: 50, JPY: 50 };

const moment = (at: number) => new Date(at).toISOString();

/**
 * Compares a customer's invoices with what the rules say is owed: each status, the lines by subscription, cause and period, and the
 * amounts to pay after credit. Returns the credit that is left at the card provider.
 */
export function compareInvoices(
  comparison: Comparison,
  invoices: InvoiceAnswer[],
  model: Customer,
  idOf: (subscription: string) => string,
): number {
  for (const subscription of model.subscriptions) {
    const own = invoices.filter(({ subscriptionId }) => subscriptionId === idOf(subscription.name));
    for (const invoice of own) compareStatus(comparison, invoice, subscription, model.now);
    const counted = own.filter(isCounted);
    compareLines(comparison, counted, subscription, model);
    if (subscription.provider === "PROVIDER_B") compareCarried(comparison, counted, subscription.name);
  }
  const names = new Set(model.subscriptions.map(({ name }) => idOf(name)));
  const others = invoices.filter(({ subscriptionId }) => !names.has(subscriptionId ?? ""));
  comparison.same("invoice", "invoices of no subscription", others.length, 0);
  return compareCredit(
    comparison,
    invoices.filter(({ provider }) => provider === "PROVIDER_A").filter(isCounted),
  );
}

export function isCounted({ status }: InvoiceAnswer): boolean {
  return status !== "VOID" && status !== "DRAFT";
}

/** Cards are charged at once; invoices of PROVIDER_B stay unpaid. */
function compareStatus(
  comparison: Comparison,
  invoice: InvoiceAnswer,
  { provider, phases, period, endedAt }: Subscription,
  now: number,
): void {
  const { status, issuedAt, total, due } = invoice;
  const what = `the invoice of ${total} issued at ${moment(issuedAt)}`;
  const wasPaused = phases.some(({ collecting }) => collecting === "PAUSED");
  const isInItsHour = now < Math.max(period.from, endedAt ?? 0) + 2 * HOUR;
  const ofCard = ["PAID", ...(wasPaused ? ["VOID"] : []), ...(isInItsHour ? ["DRAFT"] : [])];
  const expected = provider === "PROVIDER_A" ? ofCard : [due > 0 ? "OPEN" : "PAID"];
  comparison.same("invoice's status", `${what}: status`, status, ...expected);
  const sum = sumOf(invoice.lines);
  comparison.same("invoice's total", `${what}: total`, total, sum);
  comparison.same("invoice's total", `${what}: subtotal`, invoice.subtotal, sum);
  if (!isCounted(invoice)) return;
  const isPaid = provider === "PROVIDER_A";
  comparison.same("amount paid", `${what}: amount paid`, invoice.paid, isPaid ? due : 0);
  comparison.same("amount remaining", `${what}: what is left to pay`, invoice.remaining, isPaid ? 0 : due);
}

/** Each cause and period: what is due by now is on invoices, what is not due yet may be. */
function compareLines(
  comparison: Comparison,
  invoices: InvoiceAnswer[],
  { name }: Subscription,
  model: Customer,
): void {
  const owed = model.charges.filter(({ subscription }) => subscription === name);
  const sums = new Map<string, Sum>();
  const at = (cause: string, from: number): Sum => {
    const key = `${cause} of ${name} from ${moment(from)}`;
    const sum = sums.get(key) ?? { found: 0, cause, charges: [] };
    sums.set(key, sum);
    return sum;
  };
  for (const charge of owed) at(charge.cause, charge.period.from).charges.push(charge);
  for (const line of invoices.flatMap(({ lines }) => lines))
    if (line.cause !== "carry") at(line.cause, periodOf(line, owed)).found += line.amount;
  for (const [key, { found, cause, charges }] of sums) {
    if (owed.some((one) => one.cause === cause && !one.isFirm)) continue;
    comparison.same(
      "lines",
      `lines: ${key}`,
      BigInt(found),
      ...allowed(charges, (one) => isDue(one, model.now)),
    );
  }
}

interface Sum {
  found: number;
  cause: string;
  charges: Charge[];
}

/** A line of a later phase begins within its allowance period. */
function periodOf({ cause, from, to }: LineAnswer, owed: Charge[]): number {
  if (!cause.startsWith("overage:")) return from;
  const around = owed.filter((one) => one.cause === cause && one.period.from <= from && to <= one.period.to);
  return around.at(-1)?.period.from ?? from;
}

/** Invoices of ours are never below 0: more credit than charges is carried to the subscription's next one. */
function compareCarried(comparison: Comparison, invoices: InvoiceAnswer[], name: string): void {
  const chargedBy = ({ lines }: InvoiceAnswer) => sumOf(lines.filter(({ cause }) => cause !== "carry"));
  const dueOf = (invoice: InvoiceAnswer, credit: number) => Math.max(0, chargedBy(invoice) - credit);
  let credit = 0;
  for (const invoice of inOrder(invoices, chargedBy, dueOf)) {
    const expected = dueOf(invoice, credit);
    const what = `the invoice of ${name} issued at ${moment(invoice.issuedAt)}`;
    comparison.same("invoice's total", `${what}: total`, invoice.total, expected);
    comparison.same("amount due", `${what}: amount due`, invoice.due, expected);
    credit += expected - chargedBy(invoice);
  }
}

/**
 * The card provider keeps credit on the customer, and puts on the next invoice what it does not charge: amounts below the least charge,
 * and parts of what the currency is charged in.
 */
function compareCredit(comparison: Comparison, invoices: InvoiceAnswer[]): number {
  const dueOf = ({ total, currency }: InvoiceAnswer, credit: number) => {
    const step = stepOf(currency);
    const left = Math.max(0, Math.round((total - credit) / step) * step);
    return left < (LEAST[currency] ?? 0) ? 0 : left;
  };
  let credit = 0;
  for (const invoice of inOrder(invoices, ({ total }) => total, dueOf)) {
    const what = `the invoice of ${invoice.total} issued at ${moment(invoice.issuedAt)}`;
    comparison.same("amount due", `${what}: amount due`, invoice.due, dueOf(invoice, credit));
    credit += invoice.due - invoice.total;
  }
  return credit;
}

/**
 * As they were issued. The service lists the newest first; of those of one moment, which may be listed in any order, the next is one
 * that agrees with the credit left by then.
 */
function inOrder(
  invoices: InvoiceAnswer[],
  chargedBy: (invoice: InvoiceAnswer) => number,
  dueOf: (invoice: InvoiceAnswer, credit: number) => number,
): InvoiceAnswer[] {
  const left = invoices.toReversed().toSorted((a, b) => a.issuedAt - b.issuedAt);
  const ordered: InvoiceAnswer[] = [];
  let credit = 0;
  while (left[0]) {
    const { issuedAt } = left[0];
    const agrees = (one: InvoiceAnswer) => one.issuedAt === issuedAt && one.due === dueOf(one, credit);
    const next = left.find(agrees) ?? left[0];
    left.splice(left.indexOf(next), 1);
    ordered.push(next);
    credit += next.due - chargedBy(next);
  }
  return ordered;
}

function sumOf(lines: { amount: number }[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}
