import type Stripe from "stripe";
import { failFinalization } from "../billing/invoices.ts";
import { change } from "../events.ts";
import { invalid } from "../wire/failure.ts";
import { intBetween, Text } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";

// What Stripe's own systems and a card's network do, on demand: there is no request for it.

/** A draft that Stripe could not finalize. */
async function fail(call: Call): Promise<Stripe.Invoice> {
  const { code, message } = read({ code: Text, message: Text }, call.params);
  const draft = await call.store.get<Stripe.Invoice>("invoice", idOf(call));
  if (draft.status !== "draft") throw invalid("Only a draft can fail to be finalized.");
  return failFinalization(call.store, draft, { code, message });
}

/** The network has told Stripe of the card that took a saved one's place: https://docs.stripe.com/payments/save-and-reuse#automatic-card-updates. */
async function renew(call: Call): Promise<Stripe.PaymentMethod> {
  const { store } = call;
  const { exp_month, exp_year, last4 } = read(
    { exp_month: intBetween(1, 12), exp_year: intBetween(2000, 2100), last4: Text.optional() },
    call.params,
  );
  const before = await store.get<Stripe.PaymentMethod>("payment_method", idOf(call));
  if (!before.card) throw invalid("Only a card is updated by its network.");
  const card = { ...before.card, exp_month, exp_year, ...(last4 !== undefined && { last4 }) };
  return change<Stripe.PaymentMethod>(store, "payment_method.automatically_updated", before, {
    ...before,
    card,
  });
}

export const controlBillingRoutes: Route[] = [
  { method: "POST", path: "/sandbox/invoices/:id/fail_finalization", handle: fail },
  { method: "POST", path: "/sandbox/payment_methods/:id/update", handle: renew },
];
