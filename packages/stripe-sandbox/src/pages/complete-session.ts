import type Stripe from "stripe";
import { confirmSetup } from "../billing/setups.ts";
import { change, emit } from "../events.ts";
import { makeCustomer } from "../objects/customer.ts";
import type { HiddenCard } from "../objects/payment-method.ts";
import type { HiddenOrder } from "../routes/checkout-sessions.ts";
import { attach } from "../routes/payment-methods.ts";
import { start } from "../routes/subscriptions.ts";
import { addTaxId, typeOfTaxId } from "../routes/tax-ids.ts";
import type { Store } from "../store.ts";
import { checkCountry } from "../wire/countries.ts";
import { invalid } from "../wire/failure.ts";

interface Submitted {
  method: Stripe.PaymentMethod | null;
  email: string | null;
  /** The name on the card, where it was asked for. */
  name: string | null;
  /** null: none was entered. */
  taxId: string | null;
  /** What was entered of it; null where taxes are not computed. */
  address: Stripe.Address | null;
  isAuthenticated: boolean;
}

/** Where the browser goes when the session is complete: https://docs.stripe.com/payments/checkout/custom-success-page. */
export function returnUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** Does what the session is for, and says that it is done. Nothing remains when the card refuses. */
export async function completeSession(
  store: Store,
  session: Stripe.Checkout.Session,
  submitted: Submitted,
): Promise<Stripe.Checkout.Session> {
  const found = await customerOf(store, session, submitted.email);
  const placed = found && (await withAddress(store, session, found, submitted.address));
  const customer = await named(store, session, placed, submitted.name);
  const taxIds = await taxIdsOf(store, customer, submitted.taxId);
  const done =
    session.mode === "setup"
      ? await setUp(store, session, customer, submitted)
      : await subscribe(store, session, customer, submitted);
  const completed = store.put<Stripe.Checkout.Session>({
    ...session,
    ...done,
    customer: customer?.id ?? null,
    customer_details: {
      ...detailsOf(customer, session.customer_email ?? submitted.email, submitted.address),
      tax_ids: taxIds,
    },
    ...(session.automatic_tax.enabled && {
      automatic_tax: { ...session.automatic_tax, status: "complete" as const },
    }),
    status: "complete",
    url: null,
  });
  await emit(store, "checkout.session.completed", completed);
  return completed;
}

/** The customer with the name that was typed, where the session saves it: SDK, Checkout/Sessions.d.ts, CustomerUpdate.name. */
async function named(
  store: Store,
  session: Stripe.Checkout.Session,
  customer: Stripe.Customer | null,
  name: string | null,
): Promise<Stripe.Customer | null> {
  const { savesName } = await store.hidden<HiddenOrder>(session.id);
  if (!savesName || !customer || !name) return customer;
  return change<Stripe.Customer>(store, "customer.updated", customer, { ...customer, name });
}

/** The tax id that was entered, which becomes the customer's: https://docs.stripe.com/tax/checkout/tax-ids. */
async function taxIdsOf(
  store: Store,
  customer: Stripe.Customer | null,
  value: string | null,
): Promise<Stripe.Checkout.Session.CustomerDetails.TaxId[]> {
  if (!customer || value === null) return [];
  const type = typeOfTaxId(value);
  if (type === null) throw invalid("This tax ID is not valid.", { code: "tax_id_invalid" });
  await addTaxId(store, customer.id, { type, value });
  return [{ type, value }];
}

function detailsOf(
  customer: Stripe.Customer | null,
  email: string | null,
  address: Stripe.Address | null,
): Stripe.Checkout.Session.CustomerDetails {
  return {
    address,
    business_name: null,
    email: customer?.email ?? email,
    individual_name: null,
    name: customer?.name ?? null,
    phone: customer?.phone ?? null,
    tax_exempt: customer?.tax_exempt ?? "none",
    tax_ids: [],
  };
}

/** An address of which the country alone is known, and perhaps the postal code. */
export function addressIn(typed: string, postalCode = ""): Stripe.Address {
  const country = typed.toUpperCase();
  checkCountry(country);
  return { city: null, country, line1: null, line2: null, postal_code: postalCode || null, state: null };
}

/**
 * The customer with the address that was entered: one whom the session made has no other; one who was there before keeps the old
 * one unless the session says `customer_update[address]=auto`.
 */
async function withAddress(
  store: Store,
  session: Stripe.Checkout.Session,
  customer: Stripe.Customer,
  address: Stripe.Address | null,
): Promise<Stripe.Customer> {
  const { savesAddress = false } = await store.hidden<HiddenOrder>(session.id);
  if (address === null || (session.customer !== null && !savesAddress)) return customer;
  const { country, postal_code: code } = address;
  const known = customer.address;
  if (known?.country === country && (code === null || known?.postal_code === code)) return customer;
  return change<Stripe.Customer>(store, "customer.updated", customer, { ...customer, address });
}

/** The session's customer; a subscription makes one where there is none. */
async function customerOf(
  store: Store,
  session: Stripe.Checkout.Session,
  email: string | null,
): Promise<Stripe.Customer | null> {
  if (typeof session.customer === "string")
    return store.get<Stripe.Customer>("customer", session.customer, "customer");
  if (session.mode === "setup") return null;
  const made = store.add<Stripe.Customer>({
    ...makeCustomer(store.now, null),
    email: session.customer_email ?? email,
  });
  await emit(store, "customer.created", made);
  return made;
}

async function setUp(
  store: Store,
  session: Stripe.Checkout.Session,
  _: Stripe.Customer | null,
  { method, isAuthenticated }: Submitted,
) {
  const intent = await store.get<Stripe.SetupIntent>("setup_intent", String(session.setup_intent));
  if (method) await confirmSetup(store, intent, method, { isAuthenticated });
  return {};
}

async function subscribe(
  store: Store,
  session: Stripe.Checkout.Session,
  customer: Stripe.Customer | null,
  { method, isAuthenticated }: Submitted,
) {
  if (!customer) throw new Error("A subscription needs a customer.");
  if (method) await attach(store, method, customer.id);
  if (method && isAuthenticated) {
    const known = await store.get<Stripe.PaymentMethod>("payment_method", method.id);
    store.put(known, { is_set_up: true, is_confirmed_once: true } satisfies Partial<HiddenCard>);
  }
  const { items = [], data = {}, discounts } = await store.hidden<HiddenOrder>(session.id);
  const { trial_end, trial_period_days, trial_settings, metadata, description } = data;
  const wanted = await Promise.all(
    items
      .filter(({ quantity }) => quantity > 0)
      .map(async ({ price, quantity }) => ({
        price: await store.get<Stripe.Price>("price", price),
        quantity,
        metadata: {},
      })),
  );
  const subscription = await start(
    store,
    {
      customer: customer.id,
      default_payment_method: method?.id,
      payment_behavior: "error_if_incomplete",
      off_session: false,
      ...(session.automatic_tax.enabled && { automatic_tax: { enabled: true } }),
      ...(trial_end !== undefined && { trial_end }),
      ...(trial_period_days !== undefined && { trial_period_days }),
      ...(trial_settings && { trial_settings }),
      ...(metadata !== undefined && { metadata }),
      ...(description !== undefined && { description }),
      ...(discounts !== undefined && { discounts }),
    },
    wanted,
  );
  const invoice = await store.get<Stripe.Invoice>("invoice", String(subscription.latest_invoice));
  return {
    subscription: subscription.id,
    invoice: invoice.id,
    payment_status: subscription.status === "trialing" ? "no_payment_required" : "paid",
    amount_total: invoice.total,
    total_details: {
      amount_discount: (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
      amount_shipping: 0,
      amount_tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    },
  } as const;
}
