import type Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import type { CardProvider, NewProviderSubscription, PriceItem } from "../port.ts";
import { asking, isMissing, toApiError } from "./errors.ts";
import { viewSubscription } from "./subscription-view.ts";

type Subscriptions = Pick<
  CardProvider,
  "startSubscription" | "changeSubscription" | "readSubscription" | "findSubscription" | "cancelSubscription"
>;

/** Subscriptions at Stripe. */
export function subscriptions(stripe: Stripe): Subscriptions {
  return {
    startSubscription: (input) =>
      asking(async () => {
        try {
          const params = { ...startParams(input), payment_behavior: "error_if_incomplete" } as const;
          const made = await stripe.subscriptions.create(params, { idempotencyKey: input.idempotencyKey });
          return viewSubscription(made);
        } catch (error) {
          const refusal = toApiError(error);
          if (refusal.code !== "K7002") throw refusal;
          throw await withClientSecret(stripe, input, refusal);
        }
      }),
    changeSubscription: ({ id, items, prorationDate, idempotencyKey }) =>
      asking(async () => {
        const current = await stripe.subscriptions.retrieve(id);
        const changes = itemChanges(current.items.data, items);
        if (changes.length === 0) return viewSubscription(current);
        const changed = await stripe.subscriptions.update(
          id,
          {
            items: changes,
            proration_behavior: "always_invoice",
            payment_behavior: "error_if_incomplete",
            ...(prorationDate && current.status !== "trialing" && { proration_date: Math.floor(prorationDate.getTime() / 1000) }),
          },
          { idempotencyKey },
        );
        return viewSubscription(changed);
      }),
    readSubscription: (id) =>
      asking(async () => {
        try {
          return viewSubscription(await stripe.subscriptions.retrieve(id));
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
    findSubscription: ({ customerId, subscriptionId }) =>
      asking(async () => {
        // Listed, not searched for: search at Stripe lags behind by up to a minute.
        for await (const subscription of stripe.subscriptions.list({ customer: customerId, status: "all", limit: 100 })) {
          if (subscription.metadata.usher_subscription === subscriptionId) return viewSubscription(subscription);
        }
        return null;
      }),
    cancelSubscription: ({ id, idempotencyKey }) =>
      asking(async () => viewSubscription(await stripe.subscriptions.cancel(id, {}, { idempotencyKey }))),
  };
}

function startParams(input: NewProviderSubscription) {
  return {
    customer: input.customerId,
    items: input.items.map(({ priceId, quantity }) => ({ price: priceId, quantity })),
    off_session: true,
    metadata: { usher_tenant: input.tenantId, usher_subscription: input.subscriptionId },
    ...(input.paymentMethodId !== null && { default_payment_method: input.paymentMethodId }),
    ...(input.trialEnd && {
      trial_end: Math.floor(input.trialEnd.getTime() / 1000),
      trial_settings: { end_behavior: { missing_payment_method: input.trialEndsWithoutCard } },
    }),
  };
}

/**
 * The card wants its holder: starts the subscription incomplete, whose confirmation secret the browser finishes. Not
 * finished, Stripe lets it expire after 23 hours; it never counts before it is paid.
 */
async function withClientSecret(stripe: Stripe, input: NewProviderSubscription, refusal: ApiError): Promise<ApiError> {
  const { off_session: _, ...params } = startParams(input);
  const incomplete = await stripe.subscriptions.create(
    { ...params, payment_behavior: "default_incomplete", expand: ["latest_invoice.confirmation_secret"] },
    { idempotencyKey: `${input.idempotencyKey}:incomplete` },
  );
  const invoice = incomplete.latest_invoice;
  const secret = invoice && typeof invoice !== "string" ? invoice.confirmation_secret?.client_secret : undefined;
  return new ApiError("K7002", { cause: refusal.cause, details: { client_secret: secret ?? null } });
}

/**
 * What to tell Stripe so that the items become the wanted ones: the first (the plan's own price) changes its price in place,
 * so that Stripe prorates it; further ones (drivers) are matched by price, added or deleted. Nothing when they are the same.
 */
export function itemChanges(current: Stripe.SubscriptionItem[], wanted: PriceItem[]): Stripe.SubscriptionUpdateParams.Item[] {
  const [currentBase, ...currentDrivers] = current;
  const [base, ...drivers] = wanted;
  const changes: Stripe.SubscriptionUpdateParams.Item[] = [];
  if (currentBase && base && (currentBase.price.id !== base.priceId || currentBase.quantity !== base.quantity)) {
    changes.push({ id: currentBase.id, price: base.priceId, quantity: base.quantity });
  }
  for (const driver of drivers) {
    const same = currentDrivers.find((item) => item.price.id === driver.priceId);
    if (!same) changes.push({ price: driver.priceId, quantity: driver.quantity });
    else if (same.quantity !== driver.quantity) changes.push({ id: same.id, quantity: driver.quantity });
  }
  for (const item of currentDrivers) {
    if (!drivers.some((driver) => driver.priceId === item.price.id)) changes.push({ id: item.id, deleted: true });
  }
  return changes;
}
