import type { Body } from "../histories/service.ts";
import { booksOf, creditedOf, dueOf, leftOf, paidOf, refundedOf, totalOf } from "./model.ts";
import type { Invoice, State } from "./types.ts";

const DAY = 86_400_000;

/** The first figure of the invoices, in the order of their numbers, in which service and model differ; null: none. */
export function differenceOf(state: State, invoices: Body[]): string | null {
  if (invoices.length !== state.invoices.length)
    return `there are ${invoices.length} invoices, expected ${state.invoices.length}`;
  for (const [position, expected] of state.invoices.entries()) {
    const body = invoices[position];
    const found = figuresOf(body);
    const wanted = expectedFigures(state, expected, position, invoices);
    const names = Object.keys(wanted).filter((name) => !isSame(found[name], wanted[name]));
    const wrong = names.map(
      (name) => `${name} is ${JSON.stringify(found[name])}, expected ${JSON.stringify(wanted[name])}`,
    );
    const due = differenceOfDue(expected, body);
    if (due) wrong.push(due);
    if (wrong.length > 0) return `invoice ${position} (${body.number}): ${wrong.join("; ")}`;
  }
  return null;
}

type Figures = Record<string, unknown>;

function figuresOf(body: Body): Figures {
  const { status, total, subtotal, amount_due, amount_paid, amount_remaining, lines } = body;
  return {
    status,
    total,
    subtotal,
    amount_due,
    amount_paid,
    amount_remaining,
    is_overdue: body.is_overdue,
    amount_off_due: body.amount_off_due,
    amount_credited: body.amount_credited,
    amount_refunded: body.amount_refunded,
    replaces_id: body.replaces_id,
    replaced_by_id: body.replaced_by_id,
    isOfSubscription: body.subscription_id !== null,
    lines: lines.map(({ amount }: Body) => amount).sort(ascending),
  };
}

/** Of a void invoice nothing is to be paid: its other figures are what it once said. */
function expectedFigures(state: State, invoice: Invoice, position: number, invoices: Body[]): Figures {
  const total = totalOf(invoice);
  const later = state.invoices.findIndex(({ replaces }) => replaces === position);
  return {
    status: invoice.status,
    total,
    subtotal: total,
    isOfSubscription: invoice.isOfSubscription,
    lines: invoice.lines.map(({ amount }) => amount).sort(ascending),
    ...(invoice.status !== "VOID" && { amount_due: dueOf(invoice) }),
    amount_remaining: invoice.status === "OPEN" ? leftOf(invoice) : 0,
    amount_paid: paidOf(invoice),
    amount_off_due: invoice.offDue,
    amount_credited: creditedOf(invoice),
    amount_refunded: refundedOf(invoice),
    // When the due day is over, in UTC.
    is_overdue:
      invoice.status === "OPEN" &&
      invoices[position].due_at.slice(0, 10) < new Date().toISOString().slice(0, 10),
    replaces_id: invoice.replaces === null ? null : invoices[invoice.replaces]?.id,
    replaced_by_id: later < 0 ? null : invoices[later]?.id,
  };
}

function differenceOfDue({ due }: Invoice, { due_at, issued_at }: Body): string | null {
  const at = Date.parse(due_at);
  const issued = Date.parse(issued_at);
  if (due === null) return at >= issued ? null : `due at ${due_at}, before its issue`;
  const wanted = "at" in due ? Date.parse(due.at) : issued + due.days * DAY;
  return at === wanted ? null : `due at ${due_at}, expected ${new Date(wanted).toISOString()}`;
}

/** Without a worker it becomes past due only when a payment is taken back; it never stays so when nothing is overdue. */
function differenceOfStatus(state: State, invoices: Body[], { status }: Body): string | null {
  if (!state.isSubscriptionLive) return status === "CANCELED" ? null : `the subscription is ${status}`;
  const isOverdue = invoices.some(({ subscription_id, is_overdue }) => subscription_id && is_overdue);
  if (status === "ACTIVE" || (isOverdue && status === "PAST_DUE")) return null;
  return `the subscription is ${status}, and ${isOverdue ? "an" : "no"} invoice is overdue`;
}

/** What there is of a customer when its history ends. */
export interface End {
  /** By the positions of invoices. */
  payments: Body[][];
  decisions: Body[][];
  notes: Body[];
  charges: Body[];
  balance: Body;
  subscription: Body;
}

/** The first figure of the end in which service and model differ. */
export function differenceAtEnd(
  state: State,
  invoices: Body[],
  { payments, decisions, notes, charges, balance, subscription }: End,
): string | null {
  for (const [position, invoice] of state.invoices.entries()) {
    const paid = texts((payments[position] ?? []).map((one) => [one.amount, one.taken_back !== null]));
    const wanted = texts(invoice.payments.map((one) => [one.amount, one.isTakenBack]));
    if (!isSame(paid, wanted)) return `payments of invoice ${position}: ${paid}, expected ${wanted}`;
    const decided = texts((decisions[position] ?? []).map(({ kind }) => kind));
    if (!isSame(decided, texts(invoice.decisions)))
      return `decisions of invoice ${position}: ${decided}, expected ${invoice.decisions}`;
  }
  const lineIds = invoices.map(({ lines }) => lines.map(({ id }: Body) => id));
  const found = texts(
    notes.map((note) => [
      ...[note.invoice_id, note.amount, note.amount_off_due, note.amount_to_balance, note.amount_to_refund],
      texts(note.lines.map((line: Body) => [line.invoice_line_id, line.amount])),
    ]),
  );
  const wanted = texts(
    state.notes.map(({ invoice, offDue, toBalance, toRefund, lines }) => [
      ...[invoices[invoice].id, offDue + toBalance + toRefund, offDue, toBalance, toRefund],
      texts(lines.map(({ line, amount }) => [lineIds[invoice]?.[line], amount])),
    ]),
  );
  if (!isSame(found, wanted)) return `credit notes: ${found}, expected ${wanted}`;
  return differenceOfSums(state, charges, balance) ?? differenceOfStatus(state, invoices, subscription);
}

/** What the ledger and the balance come to. */
function differenceOfSums(state: State, charges: Body[], { balances }: Body): string | null {
  const { receivable, waiting } = booksOf(state);
  const wanted = { receivable, waiting, listed: waiting, writtenOff: state.canceled, held: 0 };
  const of = balances[0] ?? { receivable: 0, waiting: 0, credit: 0, held: 0 };
  const found = {
    receivable: of.receivable,
    waiting: of.waiting - of.credit,
    listed: sumOf(charges, "waiting"),
    writtenOff: sumOf(charges, "written_off"),
    held: of.held,
  };
  return isSame(found, wanted) ? null : `sums: ${JSON.stringify(found)}, expected ${JSON.stringify(wanted)}`;
}

const sumOf = (charges: Body[], wanted: string) =>
  charges
    .filter(({ state }) => state === wanted)
    .reduce((total: number, { amount }: Body) => total + amount, 0);

const ascending = (one: number, other: number) => one - other;
const texts = (of: unknown[]) => of.map((one) => JSON.stringify(one)).sort();
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
