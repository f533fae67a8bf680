import { setTimeout as pause } from "node:timers/promises";
import type { Customer } from "../model/customer.ts";
import type { InvoiceAnswer } from "./answers.ts";
import { creditAt } from "./card-provider.ts";
import { Comparison } from "./compare.ts";
import { compareInvoices } from "./compare-invoices.ts";
import { type Books, compareLedger } from "./compare-ledger.ts";
import type { Service } from "./service.ts";

const WITHIN_MS = 30_000;
const AGAIN_MS = 200;

interface Reading {
  read(): Promise<InvoiceAnswer[]>;
  readLedger(): Promise<Pick<Books, "ledger" | "balances">>;
  /** The id of a subscription of the history. */
  idOf(subscription: string): string;
  /** Whether the ledger, the balance and the credit at the card provider are compared as well. */
  withLedger: boolean;
}

/**
 * Compares a customer's invoices. What the card provider's callbacks tell may come a moment later: invoices that differ are read
 * again until they agree, for some seconds.
 */
export async function agreeOnInvoices(
  { provider }: Service,
  model: Customer,
  { read, readLedger, idOf, withLedger }: Reading,
): Promise<{ comparison: Comparison; invoiced: { invoices: number; lines: number } }> {
  const until = Date.now() + WITHIN_MS;
  for (;;) {
    const comparison = new Comparison();
    const invoices = await read();
    const credit = compareInvoices(comparison, invoices, model, idOf);
    const byCard = invoices.find(({ providerInvoiceId }) => providerInvoiceId !== null);
    if (withLedger) compareLedger(comparison, { invoices, ...(await readLedger()) }, model, { idOf, credit });
    if (withLedger && provider && byCard?.providerInvoiceId)
      comparison.same(
        "credit",
        "the credit at the card provider",
        await creditAt(provider, byCard.providerInvoiceId),
        credit,
      );
    const lines = invoices.reduce((sum, one) => sum + one.lines.length, 0);
    if (comparison.differences.length === 0 || Date.now() > until)
      return { comparison, invoiced: { invoices: invoices.length, lines } };
    await pause(AGAIN_MS);
  }
}
