import type { Charge } from "../../../platform/database/client/client.ts";
import { BY_INVOICE } from "../../../platform/schema/provider.ts";

// Which charges of an invoice are credit that it used. Pure: amounts are minor units.

type OnInvoice = Pick<Charge, "id" | "cause" | "provider" | "amount" | "corrects">;

/**
 * The ids of those of an invoice's charges that it used as credit: what another invoice left over, what a note or a change gave back of
 * another one, or an item below 0. What takes a charge back that is on the invoice, too, goes where that goes, and so does what takes
 * that back in turn; the card provider's own lines are none of them.
 */
export function usedCredit(charges: readonly OnInvoice[]): Set<string> {
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  const isUsed = (charge: OnInvoice): boolean => {
    const corrected = byId.get(charge.corrects ?? "");
    return corrected ? isUsed(corrected) : isCredit(charge);
  };
  return new Set(charges.filter(isUsed).map(({ id }) => id));
}

/** Credit that was taken back after an invoice had used it is a debt. */
function isCredit({ cause, provider, amount, corrects }: OnInvoice): boolean {
  if (cause === "CREDIT") return amount < 0n || corrects === null;
  if (amount > 0n) return false;
  if (cause === "CORRECTION") return corrects !== null;
  return provider === BY_INVOICE && (cause === "CHANGE" || cause === "ITEM");
}

/** What a credit note can take back of an invoice of ours, of which credit is a line below 0. */
interface Billed<Line> {
  /** What is billed, without what only moves credit. */
  lines: Line[];
  /** How much of it the lines below 0 paid. */
  byCredit: bigint;
}

/** What an invoice of ours bills by its charges, and how much of that credit paid; what is carried to the next one paid nothing. */
export function billedBy<Line extends OnInvoice>(charges: readonly Line[]): Billed<Line> {
  const used = usedCredit(charges);
  const onIt = new Set(charges.map(({ id }) => id));
  // A debt of the card provider's balance is billed.
  const movesCredit = ({ id, cause, amount, corrects }: Line) =>
    cause === "CARRIED" || (used.has(id) && (amount < 0n || corrects !== null));
  const moved = charges.filter(movesCredit).reduce((sum, { amount }) => sum - amount, 0n);
  return {
    // What takes back what a note took off a charge beside it bills nothing by itself.
    lines: charges.filter(
      (charge) => charge.amount > 0n && !movesCredit(charge) && !onIt.has(charge.corrects ?? ""),
    ),
    byCredit: moved > 0n ? moved : 0n,
  };
}
