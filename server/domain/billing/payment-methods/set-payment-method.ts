import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { ensureProviderCustomer } from "../../customers/provider-customer.ts";
import { recordChange } from "../../events/record-change.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { makeMissingAnew } from "../../tenants/provider/make-missing-anew.ts";
import { syncWithInvoices } from "../subscriptions/sync/sync-now.ts";
import { ownCustomer } from "./find-own-customer.ts";
import type * as schema from "./schema.ts";
import { viewCard } from "./view-card.ts";

/**
 * Attaches a card and makes it the default; open invoices of the customer's subscriptions are retried with it
 * at once. A card that is declined then stays, and the subscriptions as they were. K3003, K6004, K7001–K7004, K7xxx.
 */
export async function setPaymentMethod(
  scope: Scope,
  input: z.output<typeof schema.SetPaymentMethod>,
): Promise<z.output<typeof schema.PaymentMethods>> {
  const customer = await ownCustomer(scope, input.customer);
  const provider = await cardProviderOf(scope);
  const { cardprovider_payment_method_id: paymentMethodId, cardprovider_test_card_token: token } = input;
  if ((paymentMethodId === undefined) === (token === undefined)) throw new ApiError("K6004");
  if (token !== undefined && !provider.isTestMode) throw new ApiError("K7003");
  const { customerId, card } = await makeMissingAnew(scope, async (lost) => {
    const customerId = await ensureProviderCustomer(scope, provider, customer, lost);
    const card =
      token === undefined
        ? await provider.attachPaymentMethod({ customerId, paymentMethodId: paymentMethodId ?? "" })
        : await provider.attachTestCard({ customerId, token, idempotencyKey: `${scope.requestId}:card` });
    return { customerId, card };
  });
  await scope.db.$transaction((tx) =>
    recordChange(tx, scope, {
      type: "payment_method.set",
      objectType: "customer",
      objectId: customer.id,
      after: { customer_id: customer.id, payment_method_id: card.paymentMethodId },
    }),
  );
  await chargeAll(scope, customer.id, card.paymentMethodId);
  return { data: (await provider.listCards(customerId)).map(viewCard) };
}

/** Charges all of the customer's subscriptions to the card from now on, and tries again to collect what they owe. */
async function chargeAll(scope: Scope, customerId: string, paymentMethodId: string): Promise<void> {
  const { tenantId, db } = scope;
  const provider = await cardProviderOf(scope);
  const live = await db.subscription.findMany({
    where: { tenantId, customerId, provider: "PROVIDER_A", status: { not: "CANCELED" } },
  });
  let refusal: unknown;
  for (const { id, status, providerSubscriptionId } of live) {
    if (providerSubscriptionId === null) continue;
    await provider.chargeToCard({ subscriptionId: providerSubscriptionId, paymentMethodId });
    if (status !== "PAST_DUE" && status !== "UNPAID") continue;
    try {
      await provider.retryPayment({ subscriptionId: providerSubscriptionId });
    } catch (error) {
      refusal = error;
    }
    await syncWithInvoices(scope, id);
  }
  if (refusal !== undefined) throw refusal;
}
