// One customer's invoices of ours (PROVIDER_B) in the rules' own words. Amounts are in minor units of one currency.

/** A line of an invoice, or what waits to be one. */
export interface Line {
  /** Below 0: credit, or what a credit note took back of another line. */
  amount: number;
  /** What credit notes took back of it in all, also on an invoice that it was on before. */
  credited: number;
  /**
   * PRICE: what is charged, or a single item that is below 0. CREDIT: what an invoice left over, or a note gave. What is below 0 of
   * both can be used again when its invoice is void. CARRIED: what an invoice says that it leaves over. OFF: what a note took back of a
   * line beside it.
   */
  kind: "PRICE" | "CREDIT" | "CARRIED" | "OFF";
  /** Of credit that a note gave: which of them it is, from 1 on. */
  id?: number;
  /** The credit that it takes back: beside that on one invoice it is no debt. */
  takesBack?: number;
}

export interface Payment {
  amount: number;
  isTakenBack: boolean;
}

export type Status = "OPEN" | "PAID" | "VOID" | "UNCOLLECTIBLE";

export interface Invoice {
  status: Status;
  isOfSubscription: boolean;
  lines: Line[];
  payments: Payment[];
  /** What notes took off what was to be paid. */
  offDue: number;
  /** What notes took back, each part by itself: it goes where the lines go. Nothing of it was paid where the lines go anywhere. */
  off: number[];
  /** What notes made credit of what was paid. */
  toBalance: number;
  /** What notes gave back as money. */
  refunded: number;
  /** What was given back without a note. */
  refundedAlone: number;
  /** In the order in which they were recorded. */
  refunds: Refund[];
  /** Days after its issue, or a moment; null: not known. */
  due: { days: number } | { at: string } | null;
  /** The invoice that it was issued for, by its position. */
  replaces: number | null;
  isReminding: boolean;
  decisions: string[];
}

export interface Refund {
  amount: number;
  /** The note that it carries out, by its position; null: none. */
  note: number | null;
  isTakenBack: boolean;
}

/** Credit that a note gave of what was paid. */
export interface Given {
  id: number;
  /** The position of the note's line. */
  line: number;
  left: number;
  /** Whether it is of no subscription. */
  isLoose: boolean;
}

export interface Note {
  invoice: number;
  offDue: number;
  toBalance: number;
  toRefund: number;
  /** By the position of the invoice's line. */
  lines: { line: number; amount: number }[];
  given: Given[];
  /** What each line took off its invoice. */
  onInvoice: number[];
}

export interface State {
  isSubscriptionLive: boolean;
  /** Days within which invoices of the subscription are to be paid. */
  dueDays: number;
  /** What the subscription's next invoice takes. */
  waiting: Line[];
  /** The customer's credit for no subscription, which the next one-off invoice takes. */
  loose: Line[];
  /** In the order of their numbers. */
  invoices: Invoice[];
  notes: Note[];
  /** What voids gave up. */
  canceled: number;
}

export type To = "BALANCE" | "REFUND";
export type Charges = "reissue" | "wait" | "write_off";

/** What a person does; invoices, lines and payments are named by their positions. */
export type Action =
  | { do: "one-off"; amounts: number[]; dueDays: number }
  | { do: "item"; amount: number; isNow: boolean }
  | { do: "pay"; invoice: number; amount: number | null }
  | { do: "take-back"; invoice: number; payment: number }
  | { do: "note"; invoice: number; amount?: number; lines?: { line: number; amount?: number }[]; to?: To }
  | { do: "refund"; invoice: number; amount: number }
  | { do: "take-back-refund"; invoice: number; refund: number }
  | { do: "reopen"; invoice: number }
  | { do: "void"; invoice: number; charges: Charges }
  | { do: "write-off"; invoice: number }
  | { do: "due-date"; invoice: number; at: string }
  | { do: "reminders"; invoice: number; isStop: boolean }
  | { do: "cancel" };

/** What an action comes to: the state after it, or the codes with which it may be refused. */
export type Outcome = { state: State } | { refused: string[] };
