import type Stripe from "stripe";
import { z } from "zod";
import { toFailure } from "../cards/declines.ts";
import { refuseRawCard } from "../cards/raw-card-data.ts";
import { type CardFacts, CardParams, namedCard, readCardDetails, readExpiry } from "../cards/read-card.ts";
import { cardByName, cardByNumber, type TestCard } from "../cards/test-cards.ts";
import { change, emit } from "../events.ts";
import {
  type HiddenCard,
  makeBankAccount,
  makePaymentMethod,
  NO_DETAILS,
} from "../objects/payment-method.ts";
import type { Store } from "../store.ts";
import { checkCountry } from "../wire/countries.ts";
import { invalid, lacking, testCardRefused } from "../wire/failure.ts";
import { Email, Int, Metadata, paging, parametersOf, Text, Unsettable } from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";
import { spendToken } from "./tokens.ts";

const Address = z.strictObject({
  city: Unsettable.optional(),
  country: Unsettable.optional(),
  line1: Unsettable.optional(),
  line2: Unsettable.optional(),
  postal_code: Unsettable.optional(),
  state: Unsettable.optional(),
});

const BillingDetails = z.strictObject({
  address: Address.optional(),
  email: Email.optional(),
  name: Unsettable.optional(),
  phone: Unsettable.optional(),
});

const Redisplay = z.enum(["always", "limited", "unspecified"]);

/** Parameters of a payment method, also where one is sent with something else. */
export const methodFields = parametersOf<Stripe.PaymentMethodCreateParams>()({
  type: z.literal("card"),
  card: CardParams,
  billing_details: BillingDetails.optional(),
  allow_redisplay: Redisplay.optional(),
  metadata: Metadata.optional(),
});

type MethodFields = z.output<z.ZodObject<typeof methodFields>>;

/** Makes a payment method of what was sent. */
export async function methodOf(store: Store, sent: MethodFields): Promise<Stripe.PaymentMethod> {
  const { token } = sent.card;
  const card =
    token === undefined
      ? readCardDetails(sent.card, store.now)
      : await spendToken(store, token, "card[token]");
  return addMethod(store, card, {
    billingDetails: sent.billing_details && detailsOf(sent.billing_details),
    allowRedisplay: sent.allow_redisplay,
    metadata: mergeMetadata(null, sent.metadata),
  });
}

function detailsOf(sent: z.output<typeof BillingDetails>): Stripe.PaymentMethod.BillingDetails {
  const { city, country, line1, line2, postal_code, state } = sent.address ?? {};
  if (country) checkCountry(country, "billing_details[address][country]");
  return {
    ...NO_DETAILS,
    address: {
      city: city || null,
      country: country || null,
      line1: line1 || null,
      line2: line2 || null,
      postal_code: postal_code || null,
      state: state || null,
    },
    email: sent.email || null,
    name: sent.name || null,
    phone: sent.phone || null,
  };
}

type Extra = Partial<Omit<Parameters<typeof makePaymentMethod>[1], "account" | "card">>;

/** Keeps a card; its number stays hidden, for the charges that come. */
export function addMethod(store: Store, card: CardFacts, extra: Extra = {}): Stripe.PaymentMethod {
  if (store.isLive) throw testCardRefused();
  const hidden: HiddenCard = {
    number: card.card.number,
    is_set_up: card.card.confirmation === "on_session",
    is_detached: false,
    is_confirmed_once: false,
  };
  return store.add(makePaymentMethod(store.now, { ...extra, account: store.account, card }), { ...hidden });
}

/** A payment method by its id, or a fresh one where the id is one of Stripe's test names. */
export async function methodNamed(store: Store, id: string, param?: string): Promise<Stripe.PaymentMethod> {
  const card = store.isLive ? null : cardByName(id, "pm_card_");
  return card
    ? addMethod(store, namedCard(card, store.now))
    : store.get<Stripe.PaymentMethod>("payment_method", id, param);
}

/** https://docs.stripe.com/api/payment_methods/attach: a payment method that was used once without being kept is used up. */
export const DETACHED =
  "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected " +
  "account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod " +
  "multiple times, you must attach it to a Customer first.";

interface CardBehaviour {
  card: TestCard;
  isSetUp: boolean;
  isDetached: boolean;
  /** Whether its holder has just confirmed the charge that comes next. */
  isConfirmed: boolean;
}

/** How the card behind a payment method behaves. */
export async function cardOf(store: Store, method: Stripe.PaymentMethod): Promise<CardBehaviour> {
  if (method.type !== "card") throw lacking(`payments by ${method.type}`);
  const hidden = await store.hidden<HiddenCard>(method.id);
  const { number = "", is_set_up: isSetUp = false, is_detached: isDetached = false } = hidden;
  const isConfirmed = hidden.is_confirmed_once ?? false;
  const card = cardByNumber(number);
  if (!card) throw new Error(`The card of ${method.id} is not a test card.`);
  return { card, isSetUp, isDetached, isConfirmed };
}

/** Attaching asks the card's bank, as Stripe does: a card that declines is refused here. */
export async function attach(
  store: Store,
  method: Stripe.PaymentMethod,
  customer: string,
): Promise<Stripe.PaymentMethod> {
  await store.get<Stripe.Customer>("customer", customer, "customer");
  if (method.customer === customer) return method;
  if (method.customer !== null) {
    const message = "The payment method you provided has already been attached to a customer.";
    throw invalid(message, { code: "payment_method_unexpected_state" });
  }
  const { card, isDetached } = await cardOf(store, method);
  if (isDetached) throw invalid(DETACHED);
  if (card.decline) throw toFailure(card.decline);
  const attached = store.put<Stripe.PaymentMethod>({ ...method, customer, card: checked(method.card) });
  await emit(store, "payment_method.attached", attached);
  return attached;
}

/** The bank has looked at the security code, where one was given. */
function checked(card: Stripe.PaymentMethod.Card | undefined): Stripe.PaymentMethod.Card | undefined {
  if (!card?.checks?.cvc_check) return card;
  return { ...card, checks: { ...card.checks, cvc_check: "pass" } };
}

/** A bank account, which can be made and read: nothing here debits one. */
const bankFields = parametersOf<Stripe.PaymentMethodCreateParams>()({
  type: z.literal("us_bank_account"),
  us_bank_account: z.strictObject({
    account_holder_type: z.enum(["company", "individual"]),
    account_number: Text,
    routing_number: Text,
  }),
  billing_details: BillingDetails.extend({ name: Text }),
  metadata: Metadata.optional(),
});

async function create({ store, params, isSecret }: Call): Promise<Stripe.PaymentMethod> {
  if (params.type === "us_bank_account") {
    const { us_bank_account: bank, ...sent } = read(bankFields, params);
    const billingDetails = detailsOf(sent.billing_details);
    const facts = { account: store.account, billingDetails, metadata: mergeMetadata(null, sent.metadata) };
    return store.add(makeBankAccount(store.now, { ...facts, bank }));
  }
  const input = read(methodFields, params);
  if (isSecret && input.card.number !== undefined) await refuseRawCard(store);
  return methodOf(store, input);
}

async function attachRoute(call: Call): Promise<Stripe.PaymentMethod> {
  const { customer } = read({ customer: Text }, call.params);
  return attach(call.store, await methodNamed(call.store, idOf(call)), customer);
}

/** A detached payment method can never be used again, and is no one's default any more. */
async function detach(call: Call): Promise<Stripe.PaymentMethod> {
  const { store } = call;
  read({}, call.params);
  const method = await store.get<Stripe.PaymentMethod>("payment_method", idOf(call));
  if (typeof method.customer !== "string") {
    throw invalid(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
    );
  }
  const customer = await store.get<Stripe.Customer>("customer", method.customer);
  if (customer.invoice_settings.default_payment_method === method.id) {
    const invoice_settings = { ...customer.invoice_settings, default_payment_method: null };
    await change<Stripe.Customer>(store, "customer.updated", customer, { ...customer, invoice_settings });
  }
  const where = { customer: customer.id, default_payment_method: method.id };
  for (const subscription of await store.all<Stripe.Subscription>("subscription", { where })) {
    const without = { ...subscription, default_payment_method: null };
    await change<Stripe.Subscription>(store, "customer.subscription.updated", subscription, without);
  }
  const detached = store.put<Stripe.PaymentMethod>({ ...method, customer: null }, { is_detached: true });
  await emit(store, "payment_method.detached", detached, { customer: method.customer });
  return detached;
}

async function update(call: Call): Promise<Stripe.PaymentMethod> {
  const { store } = call;
  const shape = parametersOf<Stripe.PaymentMethodUpdateParams>()({
    allow_redisplay: Redisplay.optional(),
    billing_details: BillingDetails.optional(),
    card: z.strictObject({ exp_month: Int.optional(), exp_year: Int.optional() }).optional(),
    metadata: Metadata.optional(),
  });
  const input = read(shape, call.params);
  const before = await store.get<Stripe.PaymentMethod>("payment_method", idOf(call));
  if (before.customer === null)
    throw invalid("You must save this PaymentMethod to a customer before you can update it.");
  const card = before.card && input.card && expiring(before.card, input.card, store.now);
  return change<Stripe.PaymentMethod>(store, "payment_method.updated", before, {
    ...before,
    ...(card && { card }),
    allow_redisplay: input.allow_redisplay ?? before.allow_redisplay,
    billing_details: input.billing_details ? detailsOf(input.billing_details) : before.billing_details,
    metadata: mergeMetadata(before.metadata, input.metadata),
  });
}

/** The card with another end. */
function expiring(
  card: Stripe.PaymentMethod.Card,
  sent: { exp_month?: number | undefined; exp_year?: number | undefined },
  now: number,
): Stripe.PaymentMethod.Card {
  if (sent.exp_month === undefined && sent.exp_year === undefined) return card;
  const end = readExpiry(sent.exp_month ?? card.exp_month, sent.exp_year ?? card.exp_year, now);
  return { ...card, exp_month: end.expMonth, exp_year: end.expYear };
}

function list(call: Call) {
  const { customer, type, ...page } = read(
    { ...paging, customer: Text, type: z.literal("card").optional() },
    call.params,
  );
  const where = { customer, ...(type && { type }) };
  return call.store.list<Stripe.PaymentMethod>("payment_method", "/v1/payment_methods", { ...page, where });
}

async function retrieve(call: Call): Promise<Stripe.PaymentMethod> {
  read({}, call.params);
  return call.store.get<Stripe.PaymentMethod>("payment_method", idOf(call));
}

async function listOfCustomer(call: Call) {
  const { type: _, ...page } = read({ ...paging, type: z.literal("card").optional() }, call.params);
  const [customer = ""] = call.ids;
  await call.store.get<Stripe.Customer>("customer", customer);
  const url = `/v1/customers/${customer}/payment_methods`;
  return call.store.list<Stripe.PaymentMethod>("payment_method", url, { ...page, where: { customer } });
}

export const paymentMethodRoutes: Route[] = [
  { method: "POST", path: "/v1/payment_methods", isPublic: true, handle: create },
  { method: "GET", path: "/v1/payment_methods", handle: list },
  { method: "GET", path: "/v1/payment_methods/:id", handle: retrieve },
  { method: "POST", path: "/v1/payment_methods/:id", handle: update },
  { method: "POST", path: "/v1/payment_methods/:id/attach", handle: attachRoute },
  { method: "POST", path: "/v1/payment_methods/:id/detach", handle: detach },
  { method: "GET", path: "/v1/customers/:id/payment_methods", handle: listOfCustomer },
];
