import type { ChargeCause } from "../../../platform/database/client/client.ts";
import { smaller } from "../../../platform/money.ts";
import type { Period } from "../terms/period.ts";

// Pure rules of charges: values in, values out. Amounts are minor units.

/** Something that is owed, to be written down once. */
export interface NewCharge {
  /** Made of the cause (chargeKey): the same twice is one. */
  key: string;
  cause: ChargeCause;
  /** Never 0; negative is credit. */
  amount: bigint;
  description: string;
  isProration: boolean;
  period: Period;
  /** "plan", or the feature whose steps are paid for. */
  item?: string;
  /** The item's price for a whole period. */
  price?: bigint;
  /** The key of the charge that this one takes back. */
  correctsKey?: string | null;
  /** What caused it: a counter, an invoice. */
  sourceId?: string;
  /** When it is to be on an invoice, where no renewal is before. */
  dueAt?: Date | null;
}

/** Something that a subscription pays for each period: the plan itself, or a driver's steps. */
export interface Priced {
  /** "plan", or the driver's feature. */
  item: string;
  description: string;
  /** For a whole period. */
  amount: bigint;
}

/** The keys of charges, by cause. */
export const chargeKey = {
  /** Of what a closed counter bills; several dimensions bill by the first one. */
  counter: (recordId: string) => `counter:${recordId}`,
  /** Of an item of a billing period: a period is charged once. */
  period: (subscriptionId: string, start: Date, item: string) =>
    `period:${subscriptionId}:${start.toISOString()}:${item}`,
  /** Of a line of a change of plan, which has an id of its own. */
  change: (changeId: string, item: string) => `change:${changeId}:${item}`,
  /** Of the credit that a change of plan gives for an item. */
  unused: (changeId: string, item: string) => `change:${changeId}:unused:${item}`,
  /** Of the line by which an invoice says that credit is left. */
  carried: (invoiceId: string) => `carried:${invoiceId}`,
  /** Of that credit. */
  credit: (invoiceId: string) => `credit:${invoiceId}`,
  /** Of the credit that a transaction took from a customer's balance at the card provider. */
  balance: (transactionId: string) => `balance:${transactionId}`,
  /** Of what a payment brought beyond what was due, and of what takes that back with the payment. The journal knows them by this prefix. */
  surplus: (paymentId: string) => `surplus:${paymentId}`,
  surplusTakenBack: (paymentId: string) => `surplus:${paymentId}:taken_back`,
  /** Of the part of it that was written off before. */
  surplusNeverUsed: (paymentId: string) => `surplus:${paymentId}:never_used`,
  /** Of the balance at the card provider that goes away as a customer's personal data is erased. */
  erased: (customerId: string, currency: string) => `erased:${customerId}:${currency}`,
  /** Of an item by hand, which has an id of its own. */
  item: (itemId: string) => `item:${itemId}`,
  /** Of what takes a credit back: the nth charge that corrects it. */
  reversal: (creditId: string, nth: number) => nthOf(`reversal:${creditId}`, nth),
  /** Of what a line of a credit note takes back: off its invoice, or as credit for the next one. The journal knows it by this prefix. */
  creditNote: (lineId: string) => `credit_note:${lineId}`,
  creditOfNote: (lineId: string, refundId?: string) =>
    `credit_note:${lineId}:credit${refundId === undefined ? "" : `:${refundId}`}`,
  /** Of what leaves the invoice where a refund of the note is taken back, and is credit under the refund's own key. */
  refundKept: (noteKey: string, refundId: string) => `${noteKey}:kept:${refundId}`,
  /** Of what takes a part of that credit back with a payment, and of the part of it that was written off before. */
  noteTakenBack: (creditKey: string, paymentId: string) => `${creditKey}:taken_back:${paymentId}`,
  noteNeverUsed: (creditKey: string, paymentId: string) => `${creditKey}:never_used:${paymentId}`,
  /** Of what the note takes off its invoice instead. */
  offDueInstead: (creditId: string, paymentId: string) => `credit_note:${creditId}:off_due:${paymentId}`,
  /** Of what gives that credit again. */
  restored: (reversalId: string, nth: number) => nthOf(`restored:${reversalId}`, nth),
} as const;

/** The first one has the key that versions before wrote, which knew of no other. */
function nthOf(key: string, nth: number): string {
  return nth === 1 ? key : `${key}:${nth}`;
}

/** A line of an invoice, with what credit notes took back of it by name. */
export interface BilledLine {
  id: string;
  amount: bigint;
  takenBack: bigint;
  /** Above 0, and yet nothing that was sold: it lowers a credit of the same invoice. */
  isCorrection: boolean;
}

/**
 * What is kept of each line above 0, where `rest` went back of the invoice, of no line by name: it is taken from the lines in their
 * order. The rest is a part of the total; discounts and taxes make the lines another sum, and it takes the same part of that. What a
 * correction lowers is a credit, so what went back is taken from the other lines, also where it names the correction.
 */
export function keptOfEach(lines: readonly BilledLine[], total: bigint, rest: bigint): Map<string, bigint> {
  const billed = lines.reduce((sum, { amount }) => sum + amount, 0n);
  let open =
    total > 0n && billed > 0n && billed !== total ? (rest * billed * 2n + total) / (total * 2n) : rest;
  for (const { isCorrection, takenBack } of lines) if (isCorrection) open += takenBack;
  return new Map(
    lines.flatMap(({ id, amount, takenBack, isCorrection }): [string, bigint][] => {
      if (amount <= 0n || isCorrection) return [];
      const left = amount > takenBack ? amount - takenBack : 0n;
      const taken = smaller(open, left);
      open -= taken;
      return [[id, left - taken]];
    }),
  );
}
