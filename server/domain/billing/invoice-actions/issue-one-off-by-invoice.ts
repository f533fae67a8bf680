import type { z } from "zod";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { requireChargeable, requireSold } from "../../catalog/sellable.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { getActiveCustomerOrThrow, lockCustomer } from "../../customers/find-customer.ts";
import { chargeKey, type NewCharge } from "../charges/rules.ts";
import { issueInvoice } from "../invoices/issue-invoice.ts";
import type { Invoice } from "../invoices/schema.ts";
import { viewInvoice } from "../invoices/view-invoice.ts";
import type { CreateInvoice } from "./issue-one-off-schema.ts";

/**
 * Issues a one-off invoice of ours for no subscription: each line is a charge, and the customer's credit for no subscription pays of it
 * what it can.
 */
export async function issueOneOffByInvoice(
  caller: Scope,
  { customer: named, currency, lines, due_days: dueDays }: z.output<typeof CreateInvoice>,
): Promise<z.output<typeof Invoice>> {
  const { db } = caller;
  requireSoldLines(currency, lines);
  return db.$transaction(async (tx) => {
    const { id } = await getActiveCustomerOrThrow(tx, caller, named);
    // An erasure waits, or was first.
    await lockCustomer(tx, caller, id);
    const customer = await getActiveCustomerOrThrow(tx, caller, id);
    const scope = await withCustomerClock(tx, caller, customer);
    const now = scope.clock.now();
    const period = { start: now, end: now };
    const charges = lines.map((line): NewCharge => {
      const key = chargeKey.item(newId("charge"));
      return { key, cause: "ITEM", ...line, amount: BigInt(line.amount), isProration: false, period };
    });
    const subscription = { id: null, currency, dueDays: dueDays ?? null };
    const invoice = await issueInvoice(tx, scope, {
      subscription,
      customer,
      reason: "one_off",
      charges,
      period,
    });
    if (invoice === null) throw new Error("An invoice of at least one line was not issued.");
    return viewInvoice(invoice, now);
  });
}

/** Refuses lines that cannot be sold. Throws currency_unknown, currency_not_sold or amount_not_chargeable. */
export function requireSoldLines(currency: string, lines: readonly { amount: number }[]): void {
  requireSold(currency);
  for (const { amount } of lines) requireChargeable(amount, currency);
}
