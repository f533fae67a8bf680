import type { ChargeCause, Invoice } from "../../../platform/database/client/client.ts";
import { chargeKey, type NewCharge, type Priced } from "../charges/rules.ts";
import type { Period } from "../terms/period.ts";

// Pure rules of invoices of ours: values in, values out. Amounts are minor units.

type Amounts = Pick<Invoice, "status" | "total" | "amountDue" | "amountPaid" | "creditNotes">;

/** What became of an invoice's total, as it is shown. Its SQL for many invoices is in amounts-in-sql.ts beside it. */
export function amountsOf({ status, total, amountDue, amountPaid, creditNotes }: Amounts) {
  const due = status === "VOID" ? 0n : amountDue;
  const unpaid = due > amountPaid ? due - amountPaid : 0n;
  const credit = status === "VOID" ? 0n : total - due - (creditNotes ?? 0n);
  return {
    /** Of a void invoice nothing is due. */
    due,
    remaining: status === "OPEN" ? unpaid : 0n,
    /** What is not paid of an invoice that is given up. */
    writtenOff: status === "UNCOLLECTIBLE" ? unpaid : 0n,
    /** What the customer's credit paid; below 0: what earlier invoices were too small to collect, and this one does. */
    fromCredit: total < 0n ? 0n : credit,
    /** What an invoice below 0 leaves as the customer's credit. */
    keptAsCredit: total < 0n ? -credit : 0n,
  };
}

/**
 * What credit notes took back. The provider's invoice is often read before its notes, or from before notes were kept: then only what
 * they took off what was to be paid is known.
 */
export function creditedOf({ amountCredited, creditNotes }: Pick<Invoice, "amountCredited" | "creditNotes">) {
  const offDue = creditNotes ?? 0n;
  return amountCredited > offDue ? amountCredited : offDue;
}

/** The price of a whole period of a subscription: a charge for each item that is not free. */
export function chargePeriod(subscriptionId: string, wanted: readonly Priced[], period: Period): NewCharge[] {
  return wanted.flatMap((one) => {
    if (one.amount === 0n) return [];
    const key = chargeKey.period(subscriptionId, period.start, one.item);
    return [chargeOf(one, { key, cause: "PERIOD", period, isProration: false })];
  });
}

interface Occasion {
  key: string;
  cause: ChargeCause;
  period: Period;
  isProration: boolean;
}

/** A charge for the whole price of an item. */
export function chargeOf({ item, description, amount }: Priced, occasion: Occasion): NewCharge {
  return { ...occasion, item, description, amount, price: amount };
}
