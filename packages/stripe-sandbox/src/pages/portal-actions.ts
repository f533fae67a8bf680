import type Stripe from "stripe";
import { cancelSubscription } from "../billing/end-subscription.ts";
import { confirmSetup } from "../billing/setups.ts";
import { saveSubscription } from "../billing/subscriptions.ts";
import { change, emit } from "../events.ts";
import { makeSetupIntent } from "../objects/intents.ts";
import { cardOf } from "../routes/payment-methods.ts";
import { DETAILS, REASONS } from "../routes/portal-features.ts";
import { addTaxId, typeOfTaxId } from "../routes/tax-ids.ts";
import { update } from "../routes/update-subscription.ts";
import type { Store } from "../store.ts";
import { declined, invalid } from "../wire/failure.ts";
import { addressIn } from "./complete-session.ts";
import { authenticationPage } from "./html.ts";
import type { Page } from "./page.ts";
import type { PortalView } from "./portal-view.ts";
import { typedCard } from "./typed-card.ts";

type Action = (store: Store, view: PortalView, form: URLSearchParams) => Promise<Page | null>;

const ACTIONS = new Map<string | null, Action>([
  ["card", changeCard],
  ["details", changeDetails],
  ["cancel", cancel],
  ["renew", renew],
  ["update", confirmUpdate],
]);

/** Carries out what a button of the portal asks for; what the configuration does not offer is refused. */
export async function act(store: Store, view: PortalView, form: URLSearchParams, url: URL): Promise<Page> {
  const name = form.get("action");
  const action = ACTIONS.get(name);
  if (!action) throw invalid("This cannot be done here.");
  const page = await action(store, view, form);
  if (page) return page;
  const after = view.session.flow?.after_completion;
  if (after?.redirect) return { location: after.redirect.return_url };
  return { location: `${url.pathname}?done=${after?.type === "hosted_confirmation" ? "confirmed" : name}` };
}

/** The new card is asked for by its bank, set up, and charged from now on: by the customer, and by each subscription of its own. */
async function changeCard(store: Store, view: PortalView, form: URLSearchParams): Promise<Page | null> {
  if (!view.features.payment_method_update.enabled) throw invalid("The card cannot be changed here.");
  const { customer, subscriptions } = view;
  const answer = form.get("authentication");
  if (answer === "fail")
    throw declined("authentication_failed", "We could not authenticate your card. Try another one.");
  const method = await typedCard(store, form);
  if (answer === null && (await cardOf(store, method)).card.confirmation !== undefined) {
    return { status: 200, html: authenticationPage({ action: "card", payment_method: method.id }, null) };
  }
  const intent = store.add(
    makeSetupIntent(store.now, {
      customer: customer.id,
      paymentMethod: null,
      usage: "off_session",
      allowed: null,
      automatic: null,
      description: null,
      metadata: {},
    }),
  );
  await emit(store, "setup_intent.created", intent);
  await confirmSetup(store, intent, method, { isAuthenticated: answer !== null });
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: method.id };
  await change<Stripe.Customer>(store, "customer.updated", customer, { ...customer, invoice_settings });
  for (const subscription of subscriptions.filter((one) => one.default_payment_method !== null)) {
    await saveSubscription(store, subscription, { ...subscription, default_payment_method: method.id });
  }
  return null;
}

/** The customer's own details, those that the configuration lets them change. */
async function changeDetails(
  store: Store,
  { customer, features }: PortalView,
  form: URLSearchParams,
): Promise<null> {
  const { enabled: isEnabled, allowed_updates: allowed } = features.customer_update;
  if (!isEnabled) throw invalid("Your details cannot be changed here.");
  const after: Stripe.Customer = { ...customer };
  for (const name of DETAILS) {
    const typed = form.get(name);
    if (typed !== null && allowed.includes(name)) after[name] = typed.trim() || null;
  }
  const country = form.get("country")?.trim();
  if (country !== undefined && allowed.includes("address")) after.address = addressWith(customer, country);
  const taxId = form.get("tax_id")?.trim();
  if (taxId && allowed.includes("tax_id")) {
    const type = typeOfTaxId(taxId);
    if (type === null) throw invalid("This tax id is not valid.");
    await addTaxId(store, customer.id, { type, value: taxId });
  }
  await change<Stripe.Customer>(store, "customer.updated", customer, after);
  return null;
}

function named({ subscriptions, features }: PortalView, form: URLSearchParams): Stripe.Subscription {
  const found = subscriptions.find(({ id }) => id === form.get("subscription"));
  if (!features.subscription_cancel.enabled || !found) throw invalid("This cannot be done here.");
  return found;
}

/** Ends a subscription as the configuration says: at the period's end, or now. */
async function cancel(store: Store, view: PortalView, form: URLSearchParams): Promise<null> {
  const { mode, proration_behavior: proration } = view.features.subscription_cancel;
  const subscription = named(view, form);
  const feedback = REASONS.find((reason) => reason === form.get("feedback")) ?? null;
  if (mode === "at_period_end") {
    const cancellation_details = feedback === null ? {} : { cancellation_details: { feedback } };
    await changed(store, subscription, { cancel_at_period_end: "true", ...cancellation_details });
    return null;
  }
  await cancelSubscription(store, subscription, {
    isInvoicedNow: proration === "always_invoice",
    isProrated: proration !== "none",
    details: { feedback },
  });
  return null;
}

/** Takes back that a subscription ends. */
async function renew(store: Store, view: PortalView, form: URLSearchParams): Promise<null> {
  await changed(store, named(view, form), { cancel_at_period_end: "false" });
  return null;
}

/** Makes the change that the session was opened for; a card that is declined leaves everything as it was. */
async function confirmUpdate(store: Store, { session, features, subscriptions }: PortalView): Promise<null> {
  const wanted = session.flow?.subscription_update_confirm;
  const subscription = subscriptions.find(({ id }) => id === wanted?.subscription);
  if (!wanted || !subscription) throw invalid("This cannot be done here.");
  const items = wanted.items.map(({ id, price, quantity }) => ({ id, price, quantity: String(quantity) }));
  const { proration_behavior } = features.subscription_update;
  await changed(store, subscription, { items, proration_behavior, payment_behavior: "error_if_incomplete" });
  return null;
}

function changed(store: Store, { id }: Stripe.Subscription, params: Record<string, unknown>) {
  return update({ store, ids: [id], params, isSecret: true });
}

/** The address with the country that was typed; one in the same country stays as it is. */
function addressWith({ address = null }: Stripe.Customer, typed: string): Stripe.Address | null {
  if (typed === "") return null;
  return address?.country === typed.toUpperCase() ? address : addressIn(typed);
}
