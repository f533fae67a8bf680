import type Stripe from "stripe";
import { z } from "zod";
import { closeDispute, isClosed, openDispute, warnOfFraud } from "../billing/disputes.ts";
import { invalid } from "../wire/failure.ts";
import { Flag, intBetween, Text } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";

// What a card's holder and their bank do, on demand: Stripe has test cards for it and no request.

const OPEN = {
  amount: intBetween(1).optional(),
  charge: Text,
  inquiry: Flag.optional(),
  reason: z.enum(["fraudulent", "product_not_received"]).optional(),
};

/** Opens a dispute of a charge, by default as fraudulent and about all of it. */
async function open({ store, params }: Call): Promise<Stripe.Dispute> {
  const { amount, charge: id, inquiry = false, reason = "fraudulent" } = read(OPEN, params);
  const charge = await store.get<Stripe.Charge>("charge", id, "charge");
  return openDispute(store, charge, { amount, reason, isInquiry: inquiry });
}

/** The bank decides, whether evidence was submitted or not. */
async function decide(call: Call, outcome: "lost" | "won"): Promise<Stripe.Dispute> {
  read({}, call.params);
  const dispute = await call.store.get<Stripe.Dispute>("dispute", idOf(call));
  if (isClosed(dispute)) throw invalid("This dispute is already closed");
  return closeDispute(call.store, dispute, outcome);
}

/** A bank says that a charge may be a fraud. */
async function warn({ store, params }: Call): Promise<Stripe.Radar.EarlyFraudWarning> {
  const { charge } = read({ charge: Text }, params);
  return warnOfFraud(store, await store.get<Stripe.Charge>("charge", charge, "charge"));
}

export const controlDisputeRoutes: Route[] = [
  { method: "POST", path: "/sandbox/disputes", handle: open },
  { method: "POST", path: "/sandbox/disputes/:id/win", handle: (call) => decide(call, "won") },
  { method: "POST", path: "/sandbox/disputes/:id/lose", handle: (call) => decide(call, "lost") },
  { method: "POST", path: "/sandbox/early_fraud_warnings", handle: warn },
];
