import type { Action, Charges, Given, Invoice, Line, Outcome, State, Status } from "./types.ts";

// The rules of corrections, written from the documents alone (docs/what-is-owed.md, docs/invoices.md and
// docs/corrections.md): what each action does to a customer's invoices, or with which code it is refused.

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

export const totalOf = ({ lines }: Invoice) => sum(lines.map(({ amount }) => amount));
export const paidOf = ({ payments }: Invoice) =>
  sum(payments.filter(({ isTakenBack }) => !isTakenBack).map(({ amount }) => amount));
export const creditedOf = ({ offDue, toBalance, refunded }: Invoice) => offDue + toBalance + refunded;
export const dueOf = (invoice: Invoice) => totalOf(invoice) - invoice.offDue;
/** What is left to pay of an open invoice, or was given up of an uncollectible one. */
export const leftOf = (invoice: Invoice) => dueOf(invoice) - paidOf(invoice);
/** What the customer's credit paid of what was billed: what is carried to the next invoice paid nothing. */
const byCreditOf = ({ lines }: Invoice) =>
  -sum(lines.filter((one) => isCredit(one, lines) || one.kind === "CARRIED").map(({ amount }) => amount));
const isCredit = ({ amount, kind, takesBack }: Line, beside: readonly Line[]) =>
  (amount < 0 && kind !== "OFF") || (takesBack !== undefined && beside.some(({ id }) => id === takesBack));
export const billedOf = (invoice: Invoice) => totalOf(invoice) + byCreditOf(invoice);
const leftToCredit = (invoice: Invoice) => billedOf(invoice) - creditedOf(invoice) - invoice.refundedAlone;
export const refundedOf = ({ refunded, refundedAlone }: Invoice) => refunded + refundedAlone;
/** What was paid as money and not given back, as money or as credit beyond what credit had paid. */
export const leftToRefund = (invoice: Invoice) =>
  paidOf(invoice) - refundedOf(invoice) - Math.max(invoice.toBalance - byCreditOf(invoice), 0);
const leftOfLine = ({ amount, credited }: Line) => amount - credited;

/** A customer with a new subscription of ours, whose first invoice has the price; at a price of 0 there is none. */
export function begin(price: number, dueDays: number): State {
  const state: State = {
    isSubscriptionLive: true,
    dueDays,
    waiting: [],
    loose: [],
    invoices: [],
    notes: [],
    canceled: 0,
  };
  if (price > 0) issue(state, [line(price)], { isOfSubscription: true });
  return state;
}

/** What comes of an action; the given state stays as it is. */
export function apply(before: State, action: Action): Outcome {
  const state = structuredClone(before);
  const refused = carryOut(state, action);
  return refused ? { refused } : { state };
}

/** Changes the state; the codes of the refusals that are right, where it has to be refused. */
function carryOut(state: State, action: Action): string[] | undefined {
  if (action.do === "one-off") {
    const credit = state.loose;
    state.loose = [];
    const lines = [...action.amounts.map((amount) => line(amount)), ...credit];
    issue(state, lines, { isOfSubscription: false, dueDays: action.dueDays });
    return;
  }
  if (action.do === "item") return addItem(state, action);
  if (action.do === "cancel") return cancel(state);
  const invoice = state.invoices[action.invoice];
  if (!invoice) return [action.do === "take-back-refund" ? "K6069" : "K6012"];
  if (action.do === "pay") return pay(invoice, action.amount);
  if (action.do === "take-back") return takeBack(state, invoice, action.payment);
  if (action.do === "note") return credit(state, invoice, action);
  if (action.do === "refund") return refund(invoice, action.amount);
  if (action.do === "take-back-refund") return takeBackRefund(state, invoice, action.refund);
  if (action.do === "reopen") return reopen(invoice);
  if (invoice.status !== "OPEN") return ["K6013"];
  if (action.do === "void") return voidOpen(state, invoice, action.charges);
  if (action.do === "due-date") return putOff(invoice, action.at);
  if (action.do === "write-off") {
    invoice.status = "UNCOLLECTIBLE";
    invoice.decisions.push("WRITTEN_OFF");
    return;
  }
  // Stopped twice is stopped once.
  if (invoice.isReminding !== action.isStop) return;
  invoice.isReminding = !action.isStop;
  invoice.decisions.push(action.isStop ? "REMINDERS_STOPPED" : "REMINDERS_RESUMED");
}

function line(amount: number, kind: Line["kind"] = "PRICE"): Line {
  return { amount, credited: 0, kind };
}

function issue(
  state: State,
  lines: Line[],
  {
    isOfSubscription,
    dueDays,
    replaces = null,
  }: { isOfSubscription: boolean; dueDays?: number | null; replaces?: number | null },
): void {
  const total = sum(lines.map(({ amount }) => amount));
  const invoice: Invoice = {
    status: "OPEN",
    isOfSubscription,
    payments: [],
    offDue: 0,
    toBalance: 0,
    refunded: 0,
    refundedAlone: 0,
    refunds: [],
    off: [],
    isReminding: true,
    decisions: [],
    lines: [...lines],
    due: replaces === null && dueDays !== null ? { days: dueDays ?? state.dueDays } : null,
    replaces,
  };
  if (total < 0) {
    invoice.lines.push(line(-total, "CARRIED"));
    nextOf(state, invoice).push(line(total, "CREDIT"));
  }
  invoice.status = settled(invoice);
  state.invoices.push(invoice);
}

/** What the next invoice of the same subscription takes, or, of none, the customer's next one-off invoice. */
const nextOf = (state: State, { isOfSubscription }: Invoice) =>
  isOfSubscription ? state.waiting : state.loose;

/** Where credit waits that an invoice gives: for the subscription, while it runs; else where the invoice's own credit would. */
const takerOf = (state: State, invoice: Invoice) =>
  state.isSubscriptionLive ? state.waiting : nextOf(state, invoice);

const settled = (invoice: Invoice): Status => (leftOf(invoice) > 0 ? "OPEN" : "PAID");

function addItem(state: State, { amount, isNow }: { amount: number; isNow: boolean }): string[] | undefined {
  if (!state.isSubscriptionLive) return ["K6003"];
  state.waiting.push(line(amount));
  // An item below 0 "waits all the same".
  if (isNow && amount > 0) invoiceWaiting(state);
}

function invoiceWaiting(state: State): void {
  const { waiting } = state;
  state.waiting = [];
  issue(state, waiting, { isOfSubscription: true });
}

function cancel(state: State): string[] | undefined {
  if (!state.isSubscriptionLive) return ["K6003"];
  state.isSubscriptionLive = false;
  // Credit alone waits.
  if (sum(state.waiting.map(({ amount }) => amount)) > 0) invoiceWaiting(state);
}

function pay(invoice: Invoice, wanted: number | null): string[] | undefined {
  if (invoice.status !== "OPEN" && invoice.status !== "UNCOLLECTIBLE") return ["K6013"];
  const amount = wanted ?? leftOf(invoice);
  if (amount > leftOf(invoice)) return ["K6014"];
  invoice.payments.push({ amount, isTakenBack: false });
  if (leftOf(invoice) === 0) invoice.status = "PAID";
}

function takeBack(state: State, invoice: Invoice, position: number): string[] | undefined {
  const payment = invoice.payments[position];
  if (!payment) return ["K6031"];
  if (payment.isTakenBack) return ["K6032"];
  payment.isTakenBack = true;
  // What notes made credit came from what was paid, less what went back, and from credit.
  const money = Math.max(paidOf(invoice) - refundedOf(invoice), 0);
  takeBackCredit(state, invoice, Math.max(invoice.toBalance - money - byCreditOf(invoice), 0));
  const before = invoice.status;
  // What was given up stays so: only what was paid of it all the same is taken back.
  if (before === "PAID" || leftOf(invoice) === 0) invoice.status = settled(invoice);
  if (before !== "PAID" || invoice.status === "PAID") return;
  // Once it was paid in full, a write-off is over; a decision says so.
  const times = (kind: string) => invoice.decisions.filter((one) => one === kind).length;
  if (times("WRITTEN_OFF") > times("REOPENED")) invoice.decisions.push("REOPENED");
}

/** The last note first: what it gave comes off what is to be paid instead, and what was used of it is owed. */
function takeBackCredit(state: State, invoice: Invoice, amount: number): void {
  let rest = amount;
  for (const note of state.notes.toReversed()) {
    if (state.invoices[note.invoice] !== invoice) continue;
    for (const given of note.given.toSorted((a, b) => a.line - b.line || a.id - b.id)) {
      const part = Math.min(rest, given.left);
      if (part === 0) continue;
      rest -= part;
      given.left -= part;
      note.toBalance -= part;
      note.offDue += part;
      invoice.off.push(-part);
      const debt = { ...line(part), takesBack: given.id };
      (given.isLoose ? state.loose : state.waiting).push(debt);
    }
  }
  invoice.toBalance -= amount;
  invoice.offDue += amount;
  if (sum(state.loose.map((one) => one.amount)) <= 0) return;
  const { loose } = state;
  state.loose = [];
  issue(state, loose, { isOfSubscription: false, dueDays: null });
}

function voidOpen(state: State, invoice: Invoice, charges: Charges): string[] | undefined {
  if (paidOf(invoice) > 0 || invoice.toBalance > 0 || refundedOf(invoice) > 0) return ["K6013"];
  // No later invoice would take them.
  if (charges === "wait" && !invoice.isOfSubscription) return ["K6024"];
  invoice.status = "VOID";
  invoice.decisions.push(charges === "reissue" ? "REISSUED" : "VOIDED");
  const { isOfSubscription } = invoice;
  if (charges === "reissue")
    return issue(state, structuredClone(withNotes(invoice)), {
      isOfSubscription,
      replaces: state.invoices.indexOf(invoice),
    }) as undefined;
  if (charges === "wait") {
    state.waiting.push(...structuredClone(withNotes(invoice)));
    return;
  }
  const used = invoice.lines.filter((one) => isCredit(one, invoice.lines));
  nextOf(state, invoice).push(...structuredClone(used));
  state.canceled +=
    sum(withNotes(invoice).map(({ amount }) => amount)) - sum(used.map(({ amount }) => amount));
}

/** The lines, and what notes took off them, which goes where they go. */
function withNotes({ lines, off }: Invoice): Line[] {
  return [...lines, ...off.map((amount) => line(amount, "OFF"))];
}

function putOff(invoice: Invoice, at: string): string[] | undefined {
  const present = invoice.due && "at" in invoice.due ? Date.parse(invoice.due.at) : 0;
  if (Date.parse(at) <= Math.max(present, Date.now())) return ["K6033"];
  invoice.due = { at };
  invoice.decisions.push("DUE_DATE_EXTENDED");
}

function credit(
  state: State,
  invoice: Invoice,
  { amount, lines, to }: Extract<Action, { do: "note" }>,
): string[] | undefined {
  if (invoice.status !== "OPEN" && invoice.status !== "PAID") return ["K6013"];
  const wanted = lines
    ? lines.map((named) => ({ ...named, amount: named.amount ?? leftAt(invoice, named.line) }))
    : inOrder(invoice, amount ?? leftToCredit(invoice));
  const problems: string[] = [];
  if (wanted.some(({ line }) => leftAt(invoice, line) <= 0)) problems.push("K6042");
  const total = sum(wanted.map(({ amount }) => amount));
  const isTooMuch =
    (total < (amount ?? 0) || total > leftToCredit(invoice) || total === 0) && !problems.length;
  if (isTooMuch || wanted.some(({ line, amount }) => amount > leftAt(invoice, line))) problems.push("K6041");
  if (problems.length > 0) return problems;
  const offDue = Math.min(total, leftOf(invoice));
  const ofPaid = total - offDue;
  if (ofPaid > 0 && !to) return ["K6043"];
  for (const { line, amount } of wanted) {
    const credited = invoice.lines[line];
    if (credited) credited.credited += amount;
  }
  invoice.offDue += offDue;
  // No more goes back than came as money: what credit paid is credit again.
  const money = byCreditOf(invoice) > 0 ? paidOf(invoice) - refundedOf(invoice) : ofPaid;
  const toRefund = to === "REFUND" ? Math.min(ofPaid, Math.max(money, 0)) : 0;
  const toBalance = ofPaid - toRefund;
  invoice.toBalance += toBalance;
  invoice.refunded += toRefund;
  const amounts = wanted.map((one) => one.amount);
  const onInvoice = firstOf(amounts, offDue + toRefund);
  invoice.off.push(...onInvoice.filter((one) => one > 0).map((one) => -one));
  const given = give(
    state,
    invoice,
    amounts.map((one, at) => one - (onInvoice[at] ?? 0)),
  );
  invoice.status = settled(invoice);
  state.notes.push({
    invoice: state.invoices.indexOf(invoice),
    offDue,
    toBalance,
    toRefund,
    given,
    onInvoice,
    lines: wanted,
  });
  if (toRefund > 0)
    invoice.refunds.push({ amount: toRefund, note: state.notes.length - 1, isTakenBack: false });
}

/** Each line's part of the first amount. */
function firstOf(lines: readonly number[], first: number): number[] {
  let rest = first;
  return lines.map((amount) => {
    const part = Math.min(amount, rest);
    rest -= part;
    return part;
  });
}

function refund(invoice: Invoice, amount: number): string[] | undefined {
  if (invoice.status === "VOID") return ["K6013"];
  if (amount > leftToRefund(invoice) || amount <= 0) return ["K6049"];
  invoice.refundedAlone += amount;
  invoice.refunds.push({ amount, note: null, isTakenBack: false });
}

/** What a note gave back lowers what is to be paid, and is credit where nothing is left. */
function takeBackRefund(state: State, invoice: Invoice, position: number): string[] | undefined {
  const found = invoice.refunds[position];
  if (!found) return ["K6069"];
  if (found.isTakenBack) return ["K6070"];
  found.isTakenBack = true;
  invoice.decisions.push("REFUND_TAKEN_BACK");
  const note = state.notes[found.note ?? -1];
  if (!note) {
    invoice.refundedAlone -= found.amount;
    return;
  }
  const off = Math.min(found.amount, leftOf(invoice));
  const kept = firstOf(note.onInvoice, found.amount - off);
  note.given.push(...give(state, invoice, kept));
  note.onInvoice = note.onInvoice.map((amount, at) => amount - (kept[at] ?? 0));
  invoice.off.push(...kept.filter((amount) => amount > 0));
  for (const of of [note, invoice]) {
    of.offDue += off;
    of.toBalance += found.amount - off;
  }
  note.toRefund -= found.amount;
  invoice.refunded -= found.amount;
  if (leftOf(invoice) === 0) invoice.status = "PAID";
}

function reopen(invoice: Invoice): string[] | undefined {
  if (invoice.status !== "UNCOLLECTIBLE") return ["K6013"];
  invoice.status = "OPEN";
  invoice.decisions.push("REOPENED");
}

/** What each line of a note gives waits as credit. */
function give(state: State, invoice: Invoice, amounts: readonly number[]): Given[] {
  let count = state.notes.flatMap(({ given }) => given).length;
  const taker = takerOf(state, invoice);
  return amounts.flatMap((left, line) => {
    if (left === 0) return [];
    const id = ++count;
    taker.push({ amount: -left, credited: 0, kind: "CREDIT", id });
    return [{ id, line, left, isLoose: taker === state.loose }];
  });
}

function leftAt(invoice: Invoice, position: number): number {
  const found = invoice.lines[position];
  return found && found.kind === "PRICE" && !isCredit(found, invoice.lines) ? leftOfLine(found) : 0;
}

/** An amount, taken from the lines in their order. */
function inOrder(invoice: Invoice, amount: number): { line: number; amount: number }[] {
  const taken: { line: number; amount: number }[] = [];
  let left = amount;
  for (const position of invoice.lines.keys()) {
    const part = Math.min(left, leftAt(invoice, position));
    if (part <= 0) continue;
    taken.push({ line: position, amount: part });
    left -= part;
  }
  return taken;
}

/** What a customer's accounts come to, in minor units. */
export interface Books {
  receivable: number;
  cash: number;
  /** What notes took back. */
  discount: number;
  writtenOff: number;
  /** What was on void invoices, and is not owed any more. */
  canceled: number;
  /** What waits for the next invoice, less credit that it uses. */
  waiting: number;
}

export function booksOf({ invoices, waiting, loose, canceled }: State): Books {
  const of = (status: Status) => invoices.filter((invoice) => invoice.status === status);
  return {
    receivable: sum(of("OPEN").map(leftOf)),
    cash: sum(invoices.map((invoice) => paidOf(invoice) - refundedOf(invoice))),
    discount: sum(invoices.map(creditedOf)),
    writtenOff: sum(of("UNCOLLECTIBLE").map(leftOf)),
    canceled,
    waiting: sum([...waiting, ...loose].map(({ amount }) => amount)),
  };
}
