import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { isCurrency } from "../../../platform/currency.ts";
import type { Scope } from "../../../platform/scope.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { getActiveCustomerOrThrow } from "../../customers/find-customer.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { findProviderId } from "../../tenants/provider/provider-references.ts";
import { createInvoice } from "../invoices/create-invoice.ts";
import type { CreateInvoice } from "../invoices/create-schema.ts";
import { getInvoiceOrThrow } from "../invoices/load-invoice.ts";
import type { Invoice } from "../invoices/schema.ts";
import { viewInvoice } from "../invoices/view-invoice.ts";
import { policiesOf } from "../subscriptions/start/provider-policies.ts";
import { carryOut, findOwnRequest, writeOneOff } from "./requests.ts";

type Input = z.output<typeof CreateInvoice>;

/**
 * Issues a one-off invoice for no subscription: ours, or the card provider's, which charges the customer's default card as it charges
 * subscriptions. There the request is written first and carried out then, so that it is issued once, also after a crash; where the card
 * is declined, it stays open. K3003, K5011; by card K6048, K6052 no card, K6053 another one of the customer's is issued, K7xxx.
 */
export async function issueOneOff(scope: Scope, input: Input): Promise<z.output<typeof Invoice>> {
  if (input.provider === "PROVIDER_B") return createInvoice(scope, input);
  const request = (await findOwnRequest(scope)) ?? (await writeRequest(scope, input));
  const invoice = await getInvoiceOrThrow(scope.db, scope, await carryOut(scope, request));
  return viewInvoice(invoice, scope.clock.now());
}

async function writeRequest(scope: Scope, { customer: named, currency, lines }: Input) {
  const { db } = scope;
  if (!isCurrency(currency)) throw new ApiError("K5011", { details: { currency } });
  const customer = await getActiveCustomerOrThrow(db, scope, named);
  const customerId = await findProviderId(db, scope, "CUSTOMER", customer.id);
  if (customerId === null) throw new ApiError("K6052");
  const [card] = await (await cardProviderOf(scope)).listCards(customerId);
  if (!card) throw new ApiError("K6052");
  const { clock } = await withCustomerClock(db, scope, customer);
  const { hasAutomaticTax } = await policiesOf(scope);
  return writeOneOff(scope, customer, {
    ...{ kind: "ONE_OFF", customerId, currency, lines, hasAutomaticTax },
    // A card that came with a checkout may be the customer's only one, and not the default.
    paymentMethodId: card.isDefault ? null : card.id,
    at: clock.now().toISOString(),
  });
}
