import { smaller } from "../../../platform/money.ts";

// What is owed again of a credit, as values: amounts are minor units. Pure.

/** A credit, what takes it back, what gives that again, and so on: each corrects the one before. */
export interface Link {
  id: string;
  key: string;
  amount: bigint;
  /** The amount less all that corrects it. */
  left: bigint;
  isWrittenOff: boolean;
  /** How many charges correct it. */
  corrections: number;
}

interface Correction {
  link: Link;
  /** The other sign of the link's; no more than what is left of it. */
  amount: bigint;
  /** Gives again what was taken back. */
  isGiven: boolean;
}

/**
 * What is to be written so that this much of a credit is owed again. Nothing where it is so already: the same twice writes nothing.
 * What was written off is neither owed nor given again. The first link is the credit, `owed` between 0 and its size. Of a charge that
 * is no credit, the same with other signs.
 */
export function correctionsTo([credit, ...others]: readonly Link[], owed: bigint): Correction[] {
  if (!credit) return [];
  const sign = credit.amount < 0n ? 1n : -1n;
  const sum = (links: Link[]) => links.reduce((total, { amount }) => total + amount * sign, 0n);
  const owedNow = sum(others.filter(({ isWrittenOff }) => !isWrittenOff));
  const writtenOff = sum(others.filter(({ isWrittenOff }) => isWrittenOff));
  const more = owed - owedNow - larger(writtenOff, 0n);
  const less = owedNow - larger(-writtenOff, 0n) - owed;
  const isGiven = less > 0n;
  const side = isGiven ? sign : -sign;
  // Those that were written off last, so that nothing new hangs on them.
  const links = [credit, ...others].filter(({ amount }) => amount * side > 0n);
  const inOrder = links.toSorted((a, b) => Number(a.isWrittenOff) - Number(b.isWrittenOff));
  let rest = isGiven ? less : more;
  return inOrder.flatMap((link) => {
    const size = smaller(link.left * side, rest);
    if (size <= 0n) return [];
    rest -= size;
    return [{ link, amount: -size * side, isGiven }];
  });
}

/** A credit for time of an invoice, and how much of that invoice is given up. */
export interface Unpaid {
  creditId: string;
  invoiceId: string;
  /** Of the credit; negative. */
  amount: bigint;
  /** What is not paid of an uncollectible invoice; 0 of another one. */
  unpaid: bigint;
}

/** How much is owed again of each credit: at most what was not paid of its invoice, in their order. */
export function owedOfEach(credits: readonly Unpaid[]): Map<string, bigint> {
  const left = new Map(credits.map(({ invoiceId, unpaid }) => [invoiceId, unpaid]));
  const owed = new Map<string, bigint>();
  for (const { creditId, invoiceId, amount } of credits) {
    const before = owed.get(creditId) ?? 0n;
    const unpaid = left.get(invoiceId) ?? 0n;
    const part = smaller(-amount - before, unpaid);
    left.set(invoiceId, unpaid - part);
    owed.set(creditId, before + part);
  }
  return owed;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
