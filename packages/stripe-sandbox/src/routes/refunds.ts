import type Stripe from "stripe";
import { z } from "zod";
import { money } from "../billing/lines.ts";
import { emit } from "../events.ts";
import { makeRefund } from "../objects/refund.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import { intBetween, Metadata, pagingByDate, parametersOf, Text } from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { refusePart } from "./prices.ts";
import { type Call, idOf, type Route } from "./route.ts";

const PATH = "/v1/refunds";

const CREATE = parametersOf<Stripe.RefundCreateParams>()({
  amount: intBetween(1).optional(),
  charge: Text.optional(),
  metadata: Metadata.optional(),
  payment_intent: Text.optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
});

type Input = z.output<z.ZodObject<typeof CREATE>>;

/** Gives back a charge, wholly or in part: https://docs.stripe.com/api/refunds/create. */
async function create({ store, params }: Call): Promise<Stripe.Refund> {
  const input = read(CREATE, params);
  const charge = await chargeOf(store, input);
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  const amount = input.amount ?? left;
  refusePart(amount, charge.currency, "amount");
  if (amount > left) {
    const shown = [amount, left].map((one) => money(one, charge.currency));
    throw invalid(`Refund amount (${shown[0]}) is greater than unrefunded amount on charge (${shown[1]})`, {
      param: "amount",
    });
  }
  const refund = store.add(
    makeRefund(store.now, {
      charge,
      amount,
      reason: input.reason ?? null,
      metadata: mergeMetadata(null, input.metadata),
    }),
  );
  const refunded = store.put<Stripe.Charge>({
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  });
  await emit(store, "charge.refunded", refunded, charge);
  await emit(store, "refund.created", refund);
  return refund;
}

/** The charge that is to be refunded: named, or the one that a payment intent succeeded with. */
async function chargeOf(store: Store, { charge, payment_intent: intentId }: Input): Promise<Stripe.Charge> {
  if ((charge === undefined) === (intentId === undefined)) {
    throw invalid(
      charge === undefined
        ? "One of the following params should be provided for this request: payment_intent or charge."
        : "You may only specify one of these parameters: charge, payment_intent.",
    );
  }
  if (charge !== undefined) {
    const found = await store.get<Stripe.Charge>("charge", charge, "charge");
    if (found.status !== "succeeded")
      throw invalid(`Charge ${found.id} is not captured and cannot be refunded.`, { param: "charge" });
    return found;
  }
  const intent = await store.get<Stripe.PaymentIntent>("payment_intent", intentId ?? "", "payment_intent");
  const latest = typeof intent.latest_charge === "string" ? intent.latest_charge : null;
  if (intent.status !== "succeeded" || latest === null)
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  return store.get<Stripe.Charge>("charge", latest);
}

function listRefunds(call: Call) {
  const shape = parametersOf<Stripe.RefundListParams>()({
    ...pagingByDate,
    charge: Text.optional(),
    payment_intent: Text.optional(),
  });
  const { charge, payment_intent, ...page } = read(shape, call.params);
  const where = {
    ...(charge !== undefined && { charge }),
    ...(payment_intent !== undefined && { payment_intent }),
  };
  return call.store.list<Stripe.Refund>("refund", PATH, { ...page, where });
}

async function retrieve(call: Call): Promise<Stripe.Refund> {
  read({}, call.params);
  return call.store.get<Stripe.Refund>("refund", idOf(call));
}

export const refundRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  { method: "GET", path: PATH, handle: listRefunds },
  { method: "GET", path: `${PATH}/:id`, handle: retrieve },
];
