import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Customer } from "../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";
import { requireSold } from "../../catalog/sellable.ts";
import { attachCard, ownerAmong } from "../../customers/attach-card.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { getActiveCustomerOrThrow } from "../../customers/find-customer.ts";
import { ensureProviderCustomer } from "../../customers/provider-customer.ts";
import { recordChange } from "../../events/record-change.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { makeMissingAnew } from "../../tenants/provider/make-missing-anew.ts";
import { lookAgain } from "../subscriptions/ahead/tell-ahead.ts";
import { syncWithInvoices } from "../subscriptions/sync/sync-now.ts";
import { listAllCards } from "./list-payment-methods.ts";
import type { PaymentMethods } from "./schema.ts";
import type { SetPaymentMethod } from "./set-payment-method-schema.ts";
import { viewCard } from "./view-card.ts";

type Input = z.output<typeof SetPaymentMethod>;

/**
 * Attaches a card and makes it the default for its currency; open invoices of the customer's subscriptions in it are retried with it at
 * once. A card that is declined then stays, and the subscriptions as they were.
 */
export async function setPaymentMethod(scope: Scope, input: Input): Promise<z.output<typeof PaymentMethods>> {
  const customer = await getActiveCustomerOrThrow(scope.db, scope, input.customer);
  if (input.currency !== undefined) requireSold(input.currency);
  const provider = await cardProviderOf(scope);
  const { cardprovider_payment_method_id: paymentMethodId, cardprovider_test_card_token: token } = input;
  if ((paymentMethodId === undefined) === (token === undefined))
    throw new ApiError("one_payment_method_required");
  if (token !== undefined && !provider.isTestMode) throw new ApiError("test_card_in_live_mode");
  const { payer, card } = await saveCard(scope, provider, customer, input);
  await scope.db.$transaction((tx) =>
    recordChange(tx, scope, {
      type: "payment_method.set",
      objectType: "customer",
      objectId: customer.id,
      after: { customer_id: customer.id, payment_method_id: card.paymentMethodId },
    }),
  );
  await lookAgain(await withCustomerClock(scope.db, scope, customer), customer.id);
  await chargeDefault(scope, { customerId: customer.id, payer }, card.paymentMethodId);
  return { data: (await listAllCards(scope, customer.id)).map(viewCard) };
}

/** Each is charged again because another call made another card the default meanwhile. */
const MAX_ROUNDS = 5;

/** Charges the subscriptions to the card, and to another where a call at once with this one has made that the default: the last one counts. */
async function chargeDefault(
  scope: Scope,
  of: { customerId: string; payer: string },
  paymentMethodId: string,
): Promise<void> {
  const provider = await cardProviderOf(scope);
  let charged = paymentMethodId;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    await chargeAll(scope, of, charged);
    const present = (await provider.listCards(of.payer)).find(({ isDefault }) => isDefault)?.id ?? charged;
    if (present === charged) return;
    charged = present;
  }
}

/** Makes the card the default of the provider's customer for the currency; without a currency, of the one that has the card already. */
async function saveCard(scope: Scope, provider: CardProvider, customer: Customer, input: Input) {
  const { cardprovider_payment_method_id: paymentMethodId, cardprovider_test_card_token: token } = input;
  const currency = input.currency ?? null;
  return makeMissingAnew(scope, async (lost) => {
    const usual = await ensureProviderCustomer(scope, provider, customer, { currency, lost });
    const attach = async (payer: string) => {
      const card = await attachCard(scope, provider, {
        customerId: customer.id,
        payer,
        currency,
        paymentMethodId: paymentMethodId ?? null,
        testCardToken: token ?? null,
        idempotencyKey: `${scope.requestId}:card`,
      });
      if (!card) throw new ApiError("one_payment_method_required");
      return { payer, card };
    };
    try {
      return await attach(usual);
    } catch (error) {
      const owner = await ownerAmong(scope, customer.id, error);
      if (owner === null) throw error;
      return attach(owner.id);
    }
  });
}

/** Charges all subscriptions that are paid through the card's owner to it from now on, and tries again to collect what they owe. */
async function chargeAll(
  scope: Scope,
  { customerId, payer }: { customerId: string; payer: string },
  paymentMethodId: string,
): Promise<void> {
  const { tenantId, db } = scope;
  const provider = await cardProviderOf(scope);
  const live = await db.subscription.findMany({
    where: {
      tenantId,
      customerId,
      provider: BY_CARD,
      providerCustomerId: payer,
      status: { not: "CANCELED" },
    },
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
