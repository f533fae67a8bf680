import type Stripe from "stripe";
import { z } from "zod";
import { emit } from "../events.ts";
import { cardByNumber, cardByPaymentMethod, cardByToken, type TestCard } from "../objects/card-behaviour.ts";
import { makePaymentMethod } from "../objects/payment-method.ts";
import { toFailure } from "../payments.ts";
import { declined, invalid, missing } from "../wire/failure.ts";
import { Int, Metadata, paging, read, Text } from "../wire/params.ts";
import { type Call, idOf, type Route } from "./route.ts";

const Card = z.strictObject({
  token: Text.optional(),
  number: Text.optional(),
  exp_month: Int.optional(),
  exp_year: Int.optional(),
  cvc: Text.optional(),
});

const YEARS_AHEAD = 4;

async function create(call: Call): Promise<Stripe.PaymentMethod> {
  const { card } = read({ type: z.literal("card"), card: Card, metadata: Metadata.optional() }, call.params);
  if (card.token !== undefined) {
    const test = cardByToken(card.token);
    if (!test) throw missing("token", card.token, "card[token]");
    return addMethod(call, test, {});
  }
  if (card.number === undefined)
    throw invalid("Missing required param: card[number].", {
      code: "parameter_missing",
      param: "card[number]",
    });
  const test = cardByNumber(card.number);
  if (!test) throw declined("incorrect_number", "Your card number is incorrect.");
  return addMethod(call, test, { expMonth: card.exp_month, expYear: card.exp_year });
}

/** Keeps a card; its number stays hidden, for the charges that come. */
export async function addMethod(
  { store }: Pick<Call, "store">,
  card: TestCard,
  facts: { expMonth?: number | undefined; expYear?: number | undefined },
): Promise<Stripe.PaymentMethod> {
  const year = new Date(store.now * 1000).getUTCFullYear();
  const expiry = { expMonth: facts.expMonth ?? 12, expYear: facts.expYear ?? year + YEARS_AHEAD };
  const month = new Date(store.now * 1000).getUTCMonth() + 1;
  if (expiry.expYear < year || (expiry.expYear === year && expiry.expMonth < month)) {
    throw declined("invalid_expiry_year", "Your card's expiration year is invalid.");
  }
  return store.add(makePaymentMethod(store.account, store.now, card, expiry), { number: card.number });
}

/** A payment method by its id, or a fresh one where the id is one of Stripe's test names. */
export async function methodNamed(
  call: Pick<Call, "store">,
  id: string,
  param: string,
): Promise<Stripe.PaymentMethod> {
  const test = cardByPaymentMethod(id);
  return test ? addMethod(call, test, {}) : call.store.get<Stripe.PaymentMethod>("payment_method", id, param);
}

/** Attaching asks the card's bank, as Stripe does: a card that declines is refused here. */
export async function attach(
  call: Pick<Call, "store">,
  method: Stripe.PaymentMethod,
  customer: string,
): Promise<Stripe.PaymentMethod> {
  const { store } = call;
  await store.get<Stripe.Customer>("customer", customer, "customer");
  if (method.customer === customer) return method;
  if (method.customer !== null) {
    throw invalid("The payment method you provided has already been attached to a customer.", {
      code: "payment_method_unexpected_state",
    });
  }
  const card = cardByNumber((await store.hidden(method.id)).number ?? "");
  if (card?.decline) throw toFailure(card.decline);
  const attached = await store.put<Stripe.PaymentMethod>({ ...method, customer });
  await emit(store, "payment_method.attached", attached);
  return attached;
}

async function attachRoute(call: Call): Promise<Stripe.PaymentMethod> {
  const { customer } = read({ customer: Text }, call.params);
  const id = idOf(call);
  return attach(call, await methodNamed(call, id, "id"), customer);
}

async function detach(call: Call): Promise<Stripe.PaymentMethod> {
  const { store } = call;
  read({}, call.params);
  const method = await store.get<Stripe.PaymentMethod>("payment_method", idOf(call));
  if (method.customer === null)
    throw invalid(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
    );
  const detached = await store.put<Stripe.PaymentMethod>({ ...method, customer: null });
  await emit(store, "payment_method.detached", detached);
  return detached;
}

export const paymentMethodRoutes: Route[] = [
  { method: "POST", path: "/v1/payment_methods", isPublic: true, handle: create },
  {
    method: "GET",
    path: "/v1/payment_methods/:id",
    handle: (call) => call.store.get<Stripe.PaymentMethod>("payment_method", idOf(call)),
  },
  { method: "POST", path: "/v1/payment_methods/:id/attach", handle: attachRoute },
  { method: "POST", path: "/v1/payment_methods/:id/detach", handle: detach },
  {
    method: "GET",
    path: "/v1/payment_methods",
    handle: (call) => {
      const { customer, type, ...page } = read(
        { ...paging, customer: Text, type: z.literal("card").optional() },
        call.params,
      );
      const where = { customer, ...(type && { type }) };
      return call.store.list<Stripe.PaymentMethod>("payment_method", "/v1/payment_methods", {
        ...page,
        where,
      });
    },
  },
];
