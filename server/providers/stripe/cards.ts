import Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import { CardOfAnother, type CardProvider, type ProviderCard, type ProviderCardDetails } from "../port.ts";
import { callStripe, isMissing } from "./errors.ts";
import { chargeTo } from "./schedules.ts";
import { withIdempotencyKey, withoutSearch } from "./with-idempotency-key.ts";

type Cards = Pick<
  CardProvider,
  "createSetupIntent" | "attachPaymentMethod" | "attachTestCard" | "listCards" | "chargeToCard" | "detachCard"
>;

/** The prefix of Stripe's test payment methods; attaching one creates a new payment method each time. */
const TEST_CARD = "pm_card_";

/** Cards: saved by a setup intent in the browser, or created from a test token on the server. */
export function cards(stripe: Stripe, isTestMode: boolean): Cards {
  return {
    createSetupIntent: (input) => callStripe(() => createSetupIntent(stripe, input)),
    chargeToCard: ({ subscriptionId, paymentMethodId }) =>
      callStripe(() => withForeignCardRefused(() => chargeTo(stripe, subscriptionId, paymentMethodId))),
    listCards: (customerId) => callStripe(() => listCards(stripe, customerId)),
    detachCard: ({ customerId, paymentMethodId }) =>
      callStripe(() =>
        withForeignCardRefused(async () => {
          const known = await stripe.paymentMethods.retrieve(paymentMethodId);
          if (idOf(known.customer) !== customerId) throw new ApiError("payment_method_invalid");
          await stripe.paymentMethods.detach(paymentMethodId);
        }),
      ),
    attachPaymentMethod: (input) =>
      callStripe(() => withForeignCardRefused(() => attachKnown(stripe, input))),
    async attachTestCard({ customerId, token, idempotencyKey }) {
      if (!isTestMode) throw new ApiError("test_card_in_live_mode");
      return callStripe(() =>
        withForeignCardRefused(async () => {
          const method = await withIdempotencyKey(
            idempotencyKey,
            (options) => stripe.paymentMethods.create({ type: "card", card: { token } }, options),
            withoutSearch,
          );
          return attach(stripe, customerId, method, `${idempotencyKey}:attach:${customerId}`);
        }),
      );
    },
  };
}

async function createSetupIntent(
  stripe: Stripe,
  { customerId, idempotencyKey }: Parameters<Cards["createSetupIntent"]>[0],
) {
  // Cards, and the wallets that hold one: without this, Stripe offers all that the account has switched on, such as bank debits.
  const params: Stripe.SetupIntentCreateParams = {
    customer: customerId,
    usage: "off_session",
    allowed_payment_method_types: ["card"],
  };
  const intent = await stripe.setupIntents.create(params, { idempotencyKey });
  if (!intent.client_secret)
    throw new ApiError("card_provider_answer_unknown", {
      cause: new Error("Stripe returned the setup intent without its client secret."),
    });
  return { clientSecret: intent.client_secret };
}

/** Throws payment_method_invalid or payment_method_type_unsupported. */
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
  const ownerId = idOf(known.customer);
  if (ownerId !== null && ownerId !== customerId) throw new CardOfAnother(ownerId);
  // Others, such as bank debits, are paid days later or not at all: nothing here waits for that.
  if (known.type !== "card")
    throw new ApiError("payment_method_type_unsupported", { details: { type: known.type } });
  return attach(stripe, customerId, known);
}

/** Attaches the card (idempotent) and makes it the customer's default. */
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
  const call = (options?: Stripe.RequestOptions) => stripe.paymentMethods.attach(id, { customer }, options);
  if (idempotencyKey === undefined) return call();
  return withIdempotencyKey(idempotencyKey, call, async () => {
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
  return { paymentMethodId: method.id, fingerprint: fingerprintOf(method) };
}

/**
 * By what a card is known again. Stripe may have no fingerprint of one in a wallet ("might be provided instead of the underlying card
 * number", and null: PaymentMethod.Card.fingerprint in the SDK): then all else that a card does not change counts. null: no card.
 */
export function fingerprintOf({ card }: Pick<Stripe.PaymentMethod, "card">): string | null {
  if (!card) return null;
  const { brand, last4, exp_month, exp_year, country, funding } = card;
  return card.fingerprint ?? `like ${brand} ${last4} ${exp_month}/${exp_year} ${country} ${funding}`;
}

async function listCards(stripe: Stripe, customerId: string): Promise<ProviderCardDetails[]> {
  const [customer, methods] = await Promise.all([
    stripe.customers.retrieve(customerId),
    stripe.paymentMethods.list({ customer: customerId, type: "card", limit: 100 }),
  ]);
  const defaultId = customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method);
  const cards = methods.data.flatMap(({ id, card, created }): ProviderCardDetails[] => {
    if (!card) return [];
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
    const createdAt = new Date(created * 1000);
    return [{ id, brand, last4, expMonth, expYear, isDefault: id === defaultId, createdAt }];
  });
  return cards.sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

/** payment_method_invalid for a card that does not exist, is another customer's, or was consumed by a single payment. */
async function withForeignCardRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isCustomerMissing = isMissing(error) && error.param === "customer";
    if (isMissing(error) && !isCustomerMissing)
      throw new ApiError("payment_method_invalid", { cause: error });
    if (error instanceof Stripe.errors.StripeError && error.code === "payment_method_unexpected_state") {
      throw new ApiError("payment_method_invalid", { cause: error });
    }
    throw error;
  }
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
