import type Stripe from "stripe";
import { z } from "zod";
import { refundCharge, saveRefund } from "../billing/refunds.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import { intBetween, Metadata, pagingByDate, parametersOf, Text } from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
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
  const { amount, reason } = input;
  return refundCharge(store, charge, { amount, reason, metadata: mergeMetadata(null, input.metadata) });
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

/** "This request only accepts metadata as an argument" (SDK, Refunds.d.ts, update). */
async function update(call: Call): Promise<Stripe.Refund> {
  const shape = parametersOf<Stripe.RefundUpdateParams>()({ metadata: Metadata.optional() });
  const input = read(shape, call.params);
  const before = await call.store.get<Stripe.Refund>("refund", idOf(call));
  const metadata = mergeMetadata(before.metadata, input.metadata);
  if (JSON.stringify(metadata) === JSON.stringify(before.metadata)) return before;
  return saveRefund(call.store, before, { ...before, metadata });
}

/**
 * "You can't cancel refunds in other states" than requires_action, which those of cards never have (SDK, Refunds.d.ts, cancel): here
 * it is always refused.
 */
async function cancel(call: Call): Promise<Stripe.Refund> {
  read({}, call.params);
  const refund = await call.store.get<Stripe.Refund>("refund", idOf(call));
  throw invalid(
    `Refund ${refund.id} has a status of ${refund.status}. Only refunds with a status of requires_action can be canceled.`,
  );
}

export const refundRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  { method: "GET", path: PATH, handle: listRefunds },
  { method: "GET", path: `${PATH}/:id`, handle: retrieve },
  { method: "POST", path: `${PATH}/:id`, handle: update },
  { method: "POST", path: `${PATH}/:id/cancel`, handle: cancel },
];
