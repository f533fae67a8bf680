import type Stripe from "stripe";
import type { HiddenInvoice, HiddenSubscription } from "../due.ts";
import { emit } from "../events.ts";
import type { Store } from "../store.ts";
import { closeInvoice } from "./close-invoice.ts";

/** A change that is not paid for is dropped, and its invoice is void. */
export async function dropPendingUpdate(store: Store, subscription: Stripe.Subscription): Promise<void> {
  const latest = subscription.latest_invoice;
  const invoice = await store.find<Stripe.Invoice>("invoice", typeof latest === "string" ? latest : "");
  const hidden = await store.hidden<HiddenInvoice>(invoice?.id ?? "");
  if (invoice?.status === "open" && hidden.applies_update) await closeInvoice(store, invoice, "void");
  const dropped = store.put<Stripe.Subscription>({ ...subscription, pending_update: null }, {
    pending: null,
  } satisfies Partial<HiddenSubscription>);
  await emit(store, "customer.subscription.pending_update_expired", dropped, subscription);
}
