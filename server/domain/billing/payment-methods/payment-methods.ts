import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Customer } from "../../../platform/database/client/client.ts";
import { requireOwn, type Scope } from "../../../platform/scope.ts";
import type { ProviderCardDetails } from "../../../providers/port.ts";
import { getActiveCustomerOrThrow } from "../../customers/find-customer.ts";
import { ensureProviderCustomer } from "../../customers/provider-customer.ts";
import { recordChange } from "../../events/record-change.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { syncWithInvoices } from "../subscriptions/sync/sync-now.ts";
import type * as schema from "./schema.ts";

type Cards = z.output<typeof schema.PaymentMethods>;

/** The customer's cards at the provider, the default card first. None for a customer that the provider does not have. K3003, K7xxx. */
export async function listPaymentMethods(
  scope: Scope,
  input: z.output<typeof schema.NameCustomer>,
): Promise<Cards> {
  const customer = await ownCustomer(scope, input.customer);
  const id = await providerCustomerOf(scope, customer.id);
  if (id === null) return { data: [] };
  return { data: (await (await cardProviderOf(scope)).listCards(id)).map(view) };
}

/**
 * Attaches a card and makes it the default; open invoices of the customer's subscriptions are retried with it
 * at once. A card that is declined then stays, and the subscriptions as they were. K3003, K6004, K7001–K7004, K7xxx.
 */
export async function setPaymentMethod(
  scope: Scope,
  input: z.output<typeof schema.SetPaymentMethod>,
): Promise<Cards> {
  const customer = await ownCustomer(scope, input.customer);
  const provider = await cardProviderOf(scope);
  const { cardprovider_payment_method_id: paymentMethodId, cardprovider_test_card_token: token } = input;
  if ((paymentMethodId === undefined) === (token === undefined)) throw new ApiError("K6004");
  if (token !== undefined && !provider.isTestMode) throw new ApiError("K7003");
  const customerId = await ensureProviderCustomer(scope, provider, customer);
  const card =
    token === undefined
      ? await provider.attachPaymentMethod({ customerId, paymentMethodId: paymentMethodId ?? "" })
      : await provider.attachTestCard({ customerId, token, idempotencyKey: `${scope.requestId}:card` });
  await scope.db.$transaction((tx) =>
    recordChange(tx, scope, {
      type: "payment_method.set",
      objectType: "customer",
      objectId: customer.id,
      after: { customer_id: customer.id, payment_method_id: card.paymentMethodId },
    }),
  );
  await chargeAll(scope, customer.id, card.paymentMethodId);
  return { data: (await provider.listCards(customerId)).map(view) };
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

/** Removes a card. K3003, K7004 it is not the customer's, K7xxx. */
export async function removePaymentMethod(
  scope: Scope,
  input: z.output<typeof schema.RemovePaymentMethod>,
): Promise<Cards> {
  const customer = await ownCustomer(scope, input.customer);
  const id = await providerCustomerOf(scope, customer.id);
  if (id === null) throw new ApiError("K7004");
  const provider = await cardProviderOf(scope);
  await provider.detachCard({ customerId: id, paymentMethodId: input.id });
  await scope.db.$transaction((tx) =>
    recordChange(tx, scope, {
      type: "payment_method.removed",
      objectType: "customer",
      objectId: customer.id,
      after: { customer_id: customer.id, payment_method_id: input.id },
    }),
  );
  return { data: (await provider.listCards(id)).map(view) };
}

/** A link to the card provider's own page for its customer, with an audit row. K3003, K7xxx. */
export async function openProviderPortal(
  scope: Scope,
  input: z.output<typeof schema.OpenPortal>,
): Promise<z.output<typeof schema.ProviderPortal>> {
  const customer = await ownCustomer(scope, input.customer);
  const provider = await cardProviderOf(scope);
  const customerId = await ensureProviderCustomer(scope, provider, customer);
  const session = await provider.createPortalSession({
    customerId,
    returnUrl: input.return_url ?? scope.baseUrl,
  });
  // Cards can be removed and subscriptions changed there: the audit log says to whom the link was given.
  await scope.db.$transaction((tx) =>
    recordChange(tx, scope, {
      type: "provider_portal_session.created",
      objectType: "customer",
      objectId: customer.id,
      after: { customer_id: customer.id },
    }),
  );
  return session;
}

async function ownCustomer(scope: Scope, named: string): Promise<Customer> {
  const customer = await getActiveCustomerOrThrow(scope.db, scope, named);
  requireOwn(scope, customer.id);
  return customer;
}

async function providerCustomerOf({ tenantId, db }: Scope, objectId: string): Promise<string | null> {
  const key = { tenantId, provider: "PROVIDER_A", kind: "CUSTOMER", objectId } as const;
  const row = await db.providerReference.findUnique({ where: { tenantId_provider_kind_objectId: key } });
  return row?.providerId ?? null;
}

function view(card: ProviderCardDetails): Cards["data"][number] {
  return {
    id: card.id,
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    is_default: card.isDefault,
    created_at: card.createdAt.toISOString(),
  };
}
