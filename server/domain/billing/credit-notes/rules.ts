import { smaller } from "../../../platform/money.ts";

// Pure rules of credit notes: values in, values out. Amounts are minor units.

/** A line of an invoice of which something is left to credit. */
export interface CreditableLine {
  id: string;
  description: string;
  /** Above 0: its charge less what was taken back of it. */
  left: bigint;
}

/** What is to be credited: these lines, or an amount of the invoice; all that is left where both are left out. */
export interface Wanted {
  lines?: readonly { lineId: string; amount: bigint | null }[] | undefined;
  amount?: bigint | undefined;
}

export interface NoteLine {
  invoiceLineId: string;
  description: string;
  amount: bigint;
}

/** The lines of a credit note, or why there is none: a line that cannot be credited, or more than is left of a line, which it names, or of the invoice. */
export type Composed =
  | { lines: NoteLine[]; amount: bigint }
  | { refused: "LINE"; lineId: string }
  | { refused: "LEFT"; left: bigint; lineId?: string };

/**
 * The lines of a credit note. An amount is taken from the invoice's lines in their order. `most` is what is left to credit of the
 * invoice as a whole: less than its lines where one of them is credit, or where a refund gave money back.
 */
export function composeNote(
  creditable: readonly CreditableLine[],
  { lines: named, amount }: Wanted,
  most: bigint,
): Composed {
  const left = smaller(sumOf(creditable.map((line) => line.left)), most);
  if (named === undefined) {
    const all = amount ?? left;
    if (all > left || all <= 0n) return { refused: "LEFT", left };
    return { lines: takeInOrder(creditable, all), amount: all };
  }
  const lines: NoteLine[] = [];
  for (const { lineId, amount: part } of named) {
    const line = creditable.find(({ id }) => id === lineId);
    if (!line || lines.some(({ invoiceLineId }) => invoiceLineId === lineId))
      return { refused: "LINE", lineId };
    if (part !== null && part > line.left) return { refused: "LEFT", left: smaller(line.left, left), lineId };
    lines.push({ invoiceLineId: lineId, description: line.description, amount: part ?? line.left });
  }
  const sum = sumOf(lines.map((line) => line.amount));
  return sum > left || sum <= 0n ? { refused: "LEFT", left } : { lines, amount: sum };
}

function takeInOrder(creditable: readonly CreditableLine[], amount: bigint): NoteLine[] {
  let rest = amount;
  return creditable.flatMap(({ id, description, left }) => {
    const taken = smaller(rest, left);
    rest -= taken;
    return taken === 0n ? [] : [{ invoiceLineId: id, description, amount: taken }];
  });
}

/** How much of a credit note lowers what is to be paid, and how much of it was paid already. */
export function splitNote(amount: bigint, leftToPay: bigint): { offDue: bigint; paid: bigint } {
  const offDue = smaller(amount, leftToPay);
  return { offDue, paid: amount - offDue };
}

/**
 * How much of the credit that notes gave nothing paid for: more than the money that is left of the payments, less what went back of
 * it, and the customer's credit paid. Money below 0 went back and was not paid: that is owed by itself.
 */
export function creditNotPaidFor({
  credited,
  money,
  byCredit,
}: Record<"credited" | "money" | "byCredit", bigint>): bigint {
  const excess = credited - (money > 0n ? money : 0n) - byCredit;
  return excess > 0n ? excess : 0n;
}

/** Each line's part of the first `amount` of a credit note, and the rest of the line. */
export function splitLines<Line extends { amount: bigint }>(
  lines: readonly Line[],
  amount: bigint,
): { line: Line; first: bigint; rest: bigint }[] {
  let open = amount;
  return lines.map((line) => {
    const first = smaller(open, line.amount);
    open -= first;
    return { line, first, rest: line.amount - first };
  });
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
