import Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import type { CardProvider, ProviderCard, ProviderCardDetails } from "../port.ts";
import { asking, isMissing } from "./errors.ts";
import { keyed, notLookedFor } from "./keyed.ts";

type Cards = Pick<
  CardProvider,
  "createSetupIntent" | "attachPaymentMethod" | "attachTestCard" | "listCards" | "chargeToCard" | "detachCard"
>;

/** Stripe's test cards by name; each call with one makes a new payment method. */
const TEST_CARD = "pm_card_";

/** Cards: kept by a setup intent in the browser, or made of a test token on the server. */
export function cards(stripe: Stripe, isTestMode: boolean): Cards {
  return {
    createSetupIntent: (input) => asking(() => createSetupIntent(stripe, input)),
    chargeToCard: ({ subscriptionId, paymentMethodId }) =>
      asking(() =>
        refusingForeign(async () => {
          const params = { default_payment_method: paymentMethodId };
          await stripe.subscriptions.update(subscriptionId, params);
        }),
      ),
    listCards: (customerId) => asking(() => listCards(stripe, customerId)),
    detachCard: ({ customerId, paymentMethodId }) =>
      asking(() =>
        refusingForeign(async () => {
          const known = await stripe.paymentMethods.retrieve(paymentMethodId);
          if (idOf(known.customer) !== customerId) throw new ApiError("K7004");
          await stripe.paymentMethods.detach(paymentMethodId);
        }),
      ),
    attachPaymentMethod: (input) => asking(() => refusingForeign(() => attachKnown(stripe, input))),
    async attachTestCard({ customerId, token, idempotencyKey }) {
      if (!isTestMode) throw new ApiError("K7003");
      return asking(() =>
        refusingForeign(async () => {
          const method = await keyed(
            idempotencyKey,
            (options) => stripe.paymentMethods.create({ type: "card", card: { token } }, options),
            notLookedFor,
          );
          return attach(stripe, customerId, method, `${idempotencyKey}:attach`);
        }),
      );
    },
  };
}

async function createSetupIntent(
  stripe: Stripe,
  { customerId, idempotencyKey }: Parameters<Cards["createSetupIntent"]>[0],
) {
  const params = {
    customer: customerId,
    usage: "off_session",
    automatic_payment_methods: { enabled: true },
  } as const;
  const intent = await stripe.setupIntents.create(params, { idempotencyKey });
  if (!intent.client_secret)
    throw new ApiError("K7006", { cause: new Error("The intent came without its secret.") });
  return { clientSecret: intent.client_secret };
}

/** K7004 a card of another customer. */
async function attachKnown(
  stripe: Stripe,
  { customerId, paymentMethodId }: Parameters<Cards["attachPaymentMethod"]>[0],
): Promise<ProviderCard> {
  if (paymentMethodId.startsWith(TEST_CARD)) {
    return makeDefault(
      stripe,
      customerId,
      await stripe.paymentMethods.attach(paymentMethodId, { customer: customerId }),
    );
  }
  const known = await stripe.paymentMethods.retrieve(paymentMethodId);
  if (known.customer !== null && idOf(known.customer) !== customerId) throw new ApiError("K7004");
  return attach(stripe, customerId, known);
}

/** Attaches, which is the same done twice, and makes it the card that invoices are charged to. */
async function attach(
  stripe: Stripe,
  customerId: string,
  known: Stripe.PaymentMethod,
  idempotencyKey?: string,
): Promise<ProviderCard> {
  const isAttached = idOf(known.customer) === customerId;
  const method = isAttached ? known : await attachNow(stripe, customerId, known.id, idempotencyKey);
  return makeDefault(stripe, customerId, method);
}

async function attachNow(stripe: Stripe, customer: string, id: string, idempotencyKey?: string) {
  const ask = (options?: Stripe.RequestOptions) => stripe.paymentMethods.attach(id, { customer }, options);
  if (idempotencyKey === undefined) return ask();
  return keyed(idempotencyKey, ask, async () => {
    const method = await stripe.paymentMethods.retrieve(id);
    return idOf(method.customer) === customer ? method : undefined;
  });
}

async function makeDefault(
  stripe: Stripe,
  customerId: string,
  method: Stripe.PaymentMethod,
): Promise<ProviderCard> {
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: method.id } });
  return { paymentMethodId: method.id, fingerprint: method.card?.fingerprint ?? null };
}

async function listCards(stripe: Stripe, customerId: string): Promise<ProviderCardDetails[]> {
  const [customer, methods] = await Promise.all([
    stripe.customers.retrieve(customerId),
    stripe.paymentMethods.list({ customer: customerId, type: "card", limit: 100 }),
  ]);
  const standard = customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method);
  const cards = methods.data.flatMap(({ id, card, created }): ProviderCardDetails[] => {
    if (!card) return [];
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
    const createdAt = new Date(created * 1000);
    return [{ id, brand, last4, expMonth, expYear, isDefault: id === standard, createdAt }];
  });
  return cards.sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

/** A card that does not exist, is another's, or was used up by a single payment: all the same to the caller. */
async function refusingForeign<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isCustomerMissing = isMissing(error) && error.param === "customer";
    if (isMissing(error) && !isCustomerMissing) throw new ApiError("K7004", { cause: error });
    if (error instanceof Stripe.errors.StripeError && error.code === "payment_method_unexpected_state") {
      throw new ApiError("K7004", { cause: error });
    }
    throw error;
  }
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
