import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { smaller, toWireAmount } from "../../../platform/money.ts";
import { BY_CARD, BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { getActiveCustomerOrThrow } from "../../customers/find-customer.ts";
import { ensureProviderCustomer, findProviderCustomer } from "../../customers/provider-customer.ts";
import { nameOfCustomer } from "../../customers/view-customer.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { sumOfWaiting } from "../charges/waiting-charges.ts";
import { itemsOf } from "../corrections/orders.ts";
import { carryOut, findOwnRequest, writeOneOff } from "../corrections/requests.ts";
import { dueDateOf } from "../invoices/due-date.ts";
import { getInvoiceOrThrow } from "../invoices/load-invoice.ts";
import type { Invoice } from "../invoices/schema.ts";
import { viewInvoice } from "../invoices/view-invoice.ts";
import { policiesOf } from "../subscriptions/start/provider-policies.ts";
import { issueOneOffByInvoice, requireSoldLines } from "./issue-one-off-by-invoice.ts";
import type { CreateInvoice, InvoicePreview, PreviewInvoice } from "./issue-one-off-schema.ts";

type Input = z.output<typeof CreateInvoice>;
type Sold = Pick<Input, "customer" | "currency" | "lines">;

/**
 * Issues a one-off invoice for no subscription: ours, or the card provider's, which charges the customer's default card as it charges
 * subscriptions. There the request is written first and carried out then, so that it is issued once, also after a crash; where the card is
 * declined, it stays open.
 */
export async function issueOneOff(scope: Scope, input: Input): Promise<z.output<typeof Invoice>> {
  if (input.provider === BY_INVOICE) return issueOneOffByInvoice(scope, input);
  const request = (await findOwnRequest(scope)) ?? (await writeRequest(scope, input));
  const invoice = await getInvoiceOrThrow(scope.db, scope, await carryOut(scope, request));
  return viewInvoice(invoice, scope.clock.now());
}

/** What a one-off invoice would be now. Nothing is written. */
export async function previewOneOff(
  scope: Scope,
  input: z.output<typeof PreviewInvoice>,
): Promise<z.output<typeof InvoicePreview>> {
  const { db } = scope;
  const { provider, currency, lines, due_days: days } = input;
  const isByCard = provider === BY_CARD;
  const payer = isByCard ? await cardPayerOf(scope, input) : null;
  const customer = payer?.customer ?? (await payerOf(scope, input));
  const { clock } = await withCustomerClock(db, scope, customer);
  const { hasAutomaticTax, taxBehavior } = await policiesOf(scope);
  const taxes =
    payer && hasAutomaticTax
      ? await (await cardProviderOf(scope)).previewOnce({
          customerId: payer.payer.id,
          currency,
          items: itemsOf("preview", { currency, lines, at: clock.now().toISOString(), taxBehavior }),
        })
      : NO_TAX;
  const sum = lines.reduce((so, { amount }) => so + BigInt(amount), 0n);
  const waiting = isByCard ? 0n : await sumOfWaiting(db, scope, { customerId: customer.id, currency });
  const fromCredit = smaller(sum, -waiting);
  return {
    customer_id: customer.id,
    customer_name: nameOfCustomer(customer),
    customer_email: customer.email,
    provider,
    currency,
    lines,
    amount_from_credit: toWireAmount(fromCredit),
    total: toWireAmount(sum - fromCredit + (taxes?.added ?? 0n)),
    has_automatic_tax: isByCard && hasAutomaticTax,
    tax: taxes && toWireAmount(taxes.tax),
    due_at: isByCard ? null : (await dueDateOf(db, scope, clock.now(), days ?? null)).toISOString(),
    card: payer && { brand: payer.card.brand, last4: payer.card.last4 },
  };
}

const NO_TAX = { tax: 0n, added: 0n };

async function payerOf(scope: Scope, { customer, currency, lines }: Sold) {
  requireSoldLines(currency, lines);
  return getActiveCustomerOrThrow(scope.db, scope, customer);
}

/** The customer, what the card provider calls them in the currency, and the card that is charged: the default one, else the newest. */
async function cardPayerOf(scope: Scope, input: Sold) {
  const customer = await payerOf(scope, input);
  const { currency } = input;
  const payer = await findProviderCustomer(scope, customer.id, currency);
  const [card] = payer ? await (await cardProviderOf(scope)).listCards(payer.id) : [];
  if (!payer || !card) throw new ApiError("card_missing_for_currency", { details: { currency } });
  return { customer, payer, card };
}

async function writeRequest(scope: Scope, input: Input) {
  const { currency, lines } = input;
  const { customer, payer, card } = await cardPayerOf(scope, input);
  const provider = await cardProviderOf(scope);
  const customerId = await ensureProviderCustomer(scope, provider, customer, { currency });
  // Another sale, in another currency, took the provider's customer whose card it is.
  if (customerId !== payer.id) throw new ApiError("card_missing_for_currency", { details: { currency } });
  const { clock } = await withCustomerClock(scope.db, scope, customer);
  const { hasAutomaticTax, taxBehavior } = await policiesOf(scope);
  return writeOneOff(scope, customer, {
    kind: "ONE_OFF",
    customerId,
    currency,
    lines,
    hasAutomaticTax,
    taxBehavior,
    // A card that came with a checkout may be the customer's only one, and not the default.
    paymentMethodId: card.isDefault ? null : card.id,
    at: clock.now().toISOString(),
  });
}
