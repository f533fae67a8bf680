// One customer's invoices by card, and what is taken back of them, in the rules' own words: docs/corrections.md,
// "Credit notes", "Refunds" and "What happens at Stripe". Amounts are in minor units of one currency.

export interface Line {
  amount: number;
  /** What credit notes that name it took back. */
  credited: number;
}

export interface Refund {
  amount: number;
  /** By card; else by hand, outside of the card provider. */
  isByCard: boolean;
  hasNote: boolean;
}

export interface Dispute {
  amount: number;
  status: "OPEN" | "WON" | "LOST";
}

export interface Invoice {
  status: "OPEN" | "PAID" | "UNCOLLECTIBLE";
  lines: Line[];
  /** What the customer's credit paid when it was issued. */
  creditUsed: number;
  /** What notes took off what was to be paid. */
  offDue: number;
  /** What notes made credit of. */
  toBalance: number;
  refunds: Refund[];
  dispute: Dispute | null;
}

export interface State {
  /** The customer's credit at the card provider. */
  credit: number;
  /** In the order of their issue. */
  invoices: Invoice[];
  notes: { invoice: number; offDue: number; toBalance: number; toRefund: number }[];
}

export type To = "BALANCE" | "REFUND";
/** What of an invoice is credited: one line of it, an amount, or all that is left. */
export interface Wanted {
  line?: number;
  amount?: number;
  to?: To;
}

/** What a person does, through us or at the card provider; invoices and lines are named by their positions. */
export type Action =
  | ({ do: "note"; invoice: number; isByHand: boolean } & Wanted)
  | { do: "refund"; invoice: number; amount?: number }
  | { do: "write-off"; invoice: number }
  | { do: "stripe-invoice"; amounts: number[] }
  | { do: "stripe-pay"; invoice: number }
  | { do: "stripe-note"; invoice: number; amount: number; to: To }
  | { do: "stripe-refund"; invoice: number; amount: number }
  | { do: "stripe-dispute"; invoice: number; amount: number }
  | { do: "stripe-close"; invoice: number; isWon: boolean };

/** What an action comes to: the state after it, the codes with which it may be refused, or either of both. */
export interface Outcome {
  state?: State;
  refused?: string[];
}

/** Refused by the card provider itself. */
export const BY_STRIPE = "K6048";
/** Refused by us, where the dispute is known. */
const DISPUTED = "K6063";

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

export const totalOf = ({ lines }: Invoice) => sum(lines.map(({ amount }) => amount));
export const dueOf = (invoice: Invoice) => totalOf(invoice) - invoice.creditUsed - invoice.offDue;
export const paidOf = (invoice: Invoice) => (invoice.status === "PAID" ? dueOf(invoice) : 0);
export const refundedOf = ({ refunds }: Invoice) => sum(refunds.map(({ amount }) => amount));
const withNote = ({ refunds }: Invoice) =>
  sum(refunds.filter(({ hasNote }) => hasNote).map(({ amount }) => amount));
export const creditedOf = (invoice: Invoice) => invoice.offDue + invoice.toBalance + withNote(invoice);
export const disputedOf = ({ dispute }: Invoice) =>
  dispute && dispute.status !== "WON" ? dispute.amount : 0;
const byCard = ({ refunds }: Invoice) =>
  sum(refunds.filter(({ isByCard }) => isByCard).map(({ amount }) => amount));
/** What a refund without a note took back can be credited no more. */
const leftToCredit = (invoice: Invoice) =>
  totalOf(invoice) - creditedOf(invoice) - (refundedOf(invoice) - withNote(invoice));
/** What was paid as money, less what went back, or became credit beyond what credit had paid. */
const leftToRefund = (invoice: Invoice) =>
  paidOf(invoice) - refundedOf(invoice) - Math.max(0, invoice.toBalance - invoice.creditUsed);
/** What the card's payment has left, whoever has the money now. */
const leftOfPayment = (invoice: Invoice) => paidOf(invoice) - byCard(invoice);
/** What the card's charge can still give back; nothing while a bank has the money. */
export const leftOnCard = (invoice: Invoice) => (disputedOf(invoice) > 0 ? 0 : leftOfPayment(invoice));

export function begin(price: number): State {
  const state: State = { credit: 0, invoices: [], notes: [] };
  issue(state, [price]);
  pay(state.invoices[0] as Invoice);
  return state;
}

/** What comes of an action; the given state stays as it is. */
export function apply(before: State, action: Action): Outcome {
  const state = structuredClone(before);
  if (action.do === "stripe-invoice") {
    issue(state, action.amounts);
    return { state };
  }
  const invoice = state.invoices[action.invoice];
  if (!invoice) return { refused: ["K6012"] };
  if (action.do === "note") return credit(state, invoice, action);
  if (action.do === "refund") return refund(state, invoice, action.amount);
  if (action.do === "write-off") {
    if (invoice.status !== "OPEN") return { refused: ["K6013"] };
    invoice.status = "UNCOLLECTIBLE";
    return { state };
  }
  return atStripe(state, invoice, action) ? { state } : { refused: [BY_STRIPE] };
}

/**
 * A refund that was decided on when something else happened at the card provider that nobody here knew: the provider looks at what the
 * card paid alone, as it does with its own. null: no refund.
 */
export function asDecided({ invoices }: State, action: Action): Action | null {
  if (action.do !== "refund") return null;
  const invoice = invoices[action.invoice];
  const amount = action.amount ?? (invoice ? leftToRefund(invoice) : 0);
  return { do: "stripe-refund", invoice: action.invoice, amount };
}

function issue(state: State, amounts: number[]): void {
  const creditUsed = Math.min(state.credit, sum(amounts));
  state.credit -= creditUsed;
  const lines = amounts.map((amount) => ({ amount, credited: 0 }));
  const invoice: Invoice = {
    status: "OPEN",
    lines,
    creditUsed,
    offDue: 0,
    toBalance: 0,
    refunds: [],
    dispute: null,
  };
  settle(invoice);
  state.invoices.push(invoice);
}

/** Nothing is left to pay. */
function settle(invoice: Invoice): void {
  if (invoice.status === "OPEN" && dueOf(invoice) === 0) invoice.status = "PAID";
}

function pay(invoice: Invoice): boolean {
  if (invoice.status === "PAID") return false;
  invoice.status = "PAID";
  return true;
}

/** Does what a person does at the card provider; false: it refuses. */
function atStripe(
  state: State,
  invoice: Invoice,
  action: Exclude<Action, { do: "note" | "refund" | "write-off" | "stripe-invoice" }>,
): boolean {
  if (action.do === "stripe-pay") return pay(invoice);
  if (action.do === "stripe-note") {
    const { amount, to } = action;
    if (invoice.status === "UNCOLLECTIBLE" || amount > leftToCredit(invoice)) return false;
    return note(state, invoice, { amount, to, isByHand: false, most: amount });
  }
  if (action.do === "stripe-refund") {
    if (action.amount > leftOnCard(invoice)) return false;
    invoice.refunds.push({ amount: action.amount, isByCard: true, hasNote: false });
    return true;
  }
  if (action.do === "stripe-dispute") {
    // A bank takes back what the card paid, whatever was refunded meanwhile.
    if (invoice.dispute || action.amount > paidOf(invoice)) return false;
    invoice.dispute = { amount: action.amount, status: "OPEN" };
    return true;
  }
  if (invoice.dispute?.status !== "OPEN") return false;
  invoice.dispute.status = action.isWon ? "WON" : "LOST";
  return true;
}

/** A credit note of an open or paid invoice, which refunds at most so much; false: the card cannot give so much back. */
function note(
  state: State,
  invoice: Invoice,
  { amount, to, isByHand, most }: { amount: number; to: To | undefined; isByHand: boolean; most: number },
): boolean {
  const offDue = invoice.status === "OPEN" ? Math.min(amount, dueOf(invoice)) : 0;
  const ofPaid = amount - offDue;
  const toRefund = to === "BALANCE" ? 0 : Math.min(ofPaid, most);
  const toBalance = ofPaid - toRefund;
  if (toRefund > 0 && !isByHand && toRefund > leftOnCard(invoice)) return false;
  invoice.offDue += offDue;
  invoice.toBalance += toBalance;
  state.credit += toBalance;
  if (toRefund > 0) invoice.refunds.push({ amount: toRefund, isByCard: !isByHand, hasNote: true });
  settle(invoice);
  state.notes.push({ invoice: state.invoices.indexOf(invoice), offDue, toBalance, toRefund });
  return true;
}

function credit(
  state: State,
  invoice: Invoice,
  { line, amount: wanted, to, isByHand }: Wanted & { isByHand: boolean },
): Outcome {
  if (invoice.status === "UNCOLLECTIBLE") return { refused: ["K6013"] };
  const most = leftToCredit(invoice);
  const found = line === undefined ? undefined : invoice.lines[line];
  const leftOfLine = found ? found.amount - found.credited : 0;
  if (line !== undefined && leftOfLine <= 0) return { refused: ["K6042", "K6041"] };
  const amount = wanted ?? (line === undefined ? most : leftOfLine);
  if (amount <= 0 || amount > most || (line !== undefined && amount > leftOfLine))
    return { refused: ["K6041"] };
  const ofPaid = amount - (invoice.status === "OPEN" ? Math.min(amount, dueOf(invoice)) : 0);
  if (ofPaid > 0 && !to) return { refused: ["K6043"] };
  // By card no more than the card paid goes back: what credit paid becomes credit again.
  const ofCard = Math.max(0, Math.min(leftToRefund(invoice), leftOfPayment(invoice)));
  const paid = { amount, to, isByHand, most: isByHand ? amount : ofCard };
  if (!note(state, invoice, paid)) return { refused: [BY_STRIPE, DISPUTED] };
  if (found) found.credited += amount;
  // The documents do not say what becomes of credit that paid a part of an invoice that is still open.
  return invoice.status === "OPEN" && ofPaid > 0 ? { state, refused: [BY_STRIPE] } : { state };
}

function refund(state: State, invoice: Invoice, wanted: number | undefined): Outcome {
  if (invoice.status !== "PAID") return { refused: ["K6013", "K6049"] };
  const amount = wanted ?? leftToRefund(invoice);
  if (amount <= 0 || amount > leftToRefund(invoice)) return { refused: ["K6049"] };
  if (amount > leftOnCard(invoice)) return { refused: [BY_STRIPE, DISPUTED, "K6049"] };
  invoice.refunds.push({ amount, isByCard: true, hasNote: false });
  return { state };
}

/** What a customer's accounts in the journal come to, debits less credits. */
export interface Books {
  RECEIVABLE: number;
  CASH: number;
  CREDIT: number;
  DISCOUNT: number;
  GIVEN_BACK: number;
  DISPUTED: number;
  WRITTEN_OFF: number;
}

export function booksOf({ credit, invoices }: State): Books {
  const of = (status: Invoice["status"]) => invoices.filter((invoice) => invoice.status === status);
  const disputed = (status: Dispute["status"]) =>
    sum(invoices.map(({ dispute }) => (dispute?.status === status ? dispute.amount : 0)));
  return {
    RECEIVABLE: sum(of("OPEN").map(dueOf)),
    CASH: sum(invoices.map((invoice) => paidOf(invoice) - refundedOf(invoice) - disputedOf(invoice))),
    CREDIT: 0 - credit,
    DISCOUNT: sum(invoices.map(creditedOf)),
    GIVEN_BACK: sum(invoices.map((invoice) => refundedOf(invoice) - withNote(invoice))),
    DISPUTED: disputed("OPEN"),
    WRITTEN_OFF: disputed("LOST") + sum(of("UNCOLLECTIBLE").map(dueOf)),
  };
}
