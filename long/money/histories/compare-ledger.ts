import { allowed, type Charge, isInLedger } from "../model/charges.ts";
import type { Customer } from "../model/customer.ts";
import type { BalanceAnswer, ChargeAnswer, InvoiceAnswer } from "./answers.ts";
import type { Comparison } from "./compare.ts";
import { isCounted } from "./compare-invoices.ts";

/** What the service says of one customer's money. */
export interface Books {
  invoices: InvoiceAnswer[];
  ledger: ChargeAnswer[];
  balances: BalanceAnswer[];
}

/**
 * Compares a customer's ledger with what the rules say is owed, with the lines of the invoices and with the balance, and the balance
 * with both. credit is what the card provider has by now.
 */
export function compareLedger(
  comparison: Comparison,
  { invoices, ledger, balances }: Books,
  model: Customer,
  { idOf, credit }: { idOf: (subscription: string) => string; credit: number },
): void {
  const owed = ledger.filter(({ state }) => state !== "written_off");
  compareOwed(
    comparison,
    owed.filter(({ isCarried }) => !isCarried),
    model,
    idOf,
  );
  const counted = invoices.filter(isCounted);
  for (const { id, subtotal } of counted)
    comparison.same(
      "ledger",
      `ledger: charges on the invoice of ${subtotal}`,
      sumOf(ledger.filter(({ invoiceId, state }) => invoiceId === id && state === "invoiced")),
      subtotal,
    );
  const onTheWay = ledger.filter(({ state }) => state === "waiting" || state === "sent");
  const waiting = sumOf(onTheWay.filter(({ isCarried }) => !isCarried));
  const carried = sumOf(onTheWay.filter(({ isCarried }) => isCarried));
  const same = (what: string, field: "waiting" | "held" | "receivable", expected: number) =>
    comparison.same("balance", `balance: ${what}`, add(balances, field), expected);
  same("what waits", "waiting", waiting);
  same("what is held", "held", 0);
  same(
    "what is left to pay",
    "receivable",
    counted.reduce((sum, { remaining }) => sum + remaining, 0),
  );
  comparison.same("balance", "balance: credit", add(balances, "credit"), credit - carried);
  const left = add(balances, "receivable") + add(balances, "waiting") - add(balances, "credit");
  const paid = counted.reduce((sum, one) => sum + one.paid, 0);
  comparison.same(
    "balance",
    "balance: what is owed and not paid",
    left,
    sumOf(owed.filter(({ isCarried }) => !isCarried)) - paid,
  );
}

/** By subscription and period: overage of each feature, and the price with its changes. */
function compareOwed(
  comparison: Comparison,
  ledger: ChargeAnswer[],
  model: Customer,
  idOf: (subscription: string) => string,
): void {
  for (const { name } of model.subscriptions) {
    const own = ledger.filter(({ subscriptionId }) => subscriptionId === idOf(name));
    const charges = model.charges.filter(({ subscription }) => subscription === name);
    const sums = new Map<string, { found: number; charges: Charge[] }>();
    const at = (feature: string | null, from: number) => {
      const key = `${feature ?? "price"} of ${name} from ${new Date(from).toISOString()}`;
      const sum = sums.get(key) ?? { found: 0, charges: [] };
      sums.set(key, sum);
      return sum;
    };
    for (const charge of charges) at(featureOf(charge), charge.period.from).charges.push(charge);
    for (const charge of own) {
      // A charge of a later phase begins within its allowance period.
      const around = charges.findLast(
        (one) =>
          charge.feature !== null &&
          featureOf(one) === charge.feature &&
          one.period.from <= charge.from &&
          charge.to <= one.period.to,
      );
      at(charge.feature, around?.period.from ?? charge.from).found += charge.amount;
    }
    for (const [key, sum] of sums) {
      const isUndefined = sum.charges.some(({ isFirm }) => !isFirm);
      if (isUndefined) continue;
      const sums = allowed(sum.charges, (one) => isInLedger(one, model.now));
      comparison.same("ledger", `ledger: ${key}`, BigInt(sum.found), ...sums);
    }
  }
}

const featureOf = ({ cause }: Charge) => (cause.startsWith("overage:") ? cause.slice(8) : null);

const sumOf = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);

const add = (balances: BalanceAnswer[], field: "credit" | "waiting" | "held" | "receivable") =>
  balances.reduce((sum, one) => sum + one[field], 0);
