import type Stripe from "stripe";
import { money } from "../billing/lines.ts";
import { takeOwners } from "../locking.ts";
import type { HiddenOrder } from "../routes/checkout-sessions.ts";
import { cardOf } from "../routes/payment-methods.ts";
import type { Store } from "../store.ts";
import { reading, writing } from "../transaction.ts";
import { declined, Failure } from "../wire/failure.ts";
import { type CheckoutFacts, checkoutPage } from "./checkout-html.ts";
import { addressIn, completeSession, returnUrl } from "./complete-session.ts";
import { authenticationPage } from "./html.ts";
import { keepOrder, type Order, orderOf } from "./order.ts";
import { notFound, type Page, type PageRequest, type Parts } from "./page.ts";
import { typedCard } from "./typed-card.ts";

const DAY = 86_400;
const DEFAULT_COUNTRY = "US";

/** `/c/pay/{session}`: shows what is bought and a card form, and carries the purchase out. */
export async function serveCheckout(parts: Parts, { url, form }: PageRequest): Promise<Page> {
  const id = url.pathname.slice("/c/pay/".length);
  const account = await accountOf(parts, id);
  if (account === null) return notFound();
  const where = {
    ...parts,
    account,
    cause: { requestId: null, idempotencyKey: null, baseUrl: parts.baseUrl },
  };
  const show = (status: number, message: string | null) =>
    reading(where, (store) => describePage(store, id, { status, message, form }));
  if (!form) return show(200, null);
  try {
    return await writing(where, (store) => submit(store, id, form));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return show(error.facts.status, error.message);
  }
}

async function accountOf({ pool }: Parts, id: string): Promise<string | null> {
  const sql =
    "select account from stripe_sandbox.objects where id = $1 and kind = 'checkout.session' limit 1";
  const { rows } = await pool.query<{ account: string }>(sql, [id]);
  return rows[0]?.account ?? null;
}

async function load(store: Store, id: string): Promise<Stripe.Checkout.Session> {
  return store.get<Stripe.Checkout.Session>("checkout.session", id);
}

async function describePage(
  store: Store,
  id: string,
  { status, message, form }: { status: number; message: string | null; form: URLSearchParams | null },
): Promise<Page> {
  const session = await load(store, id);
  const isOpen = session.status === "open" && session.expires_at > store.now;
  const closed = session.status === "complete" ? "This page has been completed." : "This page has expired.";
  const { order, fault } = await readOrder(store, session, form);
  const facts = await describe(store, session, { isOpen, order, form });
  return { status, html: checkoutPage(facts, message ?? fault ?? (isOpen ? null : closed)) };
}

/** The order as the form has it; as it was, with what is wrong, where the form cannot be had. */
async function readOrder(
  store: Store,
  session: Stripe.Checkout.Session,
  form: URLSearchParams | null,
): Promise<{ order: Order; fault: string | null }> {
  try {
    return { order: await orderOf(store, session, form), fault: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { order: await orderOf(store, session, null), fault: error.message };
  }
}

interface Shown {
  isOpen: boolean;
  order: Order;
  form: URLSearchParams | null;
}

async function describe(
  store: Store,
  session: Stripe.Checkout.Session,
  { isOpen, order, form }: Shown,
): Promise<CheckoutFacts> {
  const { items, currency, subtotal, discount, promotion } = order;
  const trialEnd = await trialEndOf(store, session);
  const interval = items[0]?.recurring?.interval ?? "";
  const off = promotion?.coupon.percent_off;
  return {
    isOpen,
    isSetup: session.mode === "setup",
    isTrial: trialEnd !== null,
    needsCard: needsCard(session, subtotal - discount, trialEnd !== null),
    needsEmail: session.customer === null && session.customer_email === null,
    email: form?.get("email") ?? "",
    asksName: (await store.hidden<HiddenOrder>(session.id)).savesName ?? false,
    name: form?.get("name") ?? "",
    taxId: session.tax_id_collection?.enabled ? (form?.get("tax_id") ?? "") : null,
    country: session.automatic_tax.enabled ? await countryOf(store, session, form) : null,
    postalCode: form?.get("postal_code") ?? "",
    lines: items.map(({ name, quantity, unitAmount, adjustable }, index) => ({
      name: !adjustable && quantity > 1 ? `${name} × ${quantity}` : name,
      amount: money(unitAmount * quantity, currency),
      each: adjustable && `${money(unitAmount, currency)} each per ${interval}`,
      stepper: adjustable && { name: `quantity.${index}`, value: quantity, ...adjustable },
    })),
    code: session.allow_promotion_codes ? order.code : null,
    discount: promotion && {
      name: `${order.code.toUpperCase()}${off == null ? "" : ` (${off}% off)`}`,
      amount: `−${money(discount, currency)}`,
    },
    sum: money(trialEnd === null ? subtotal - discount : 0, currency),
    afterwards: afterwards(order, interval, trialEnd),
    note: session.custom_text.submit?.message ?? null,
    cancelUrl: session.cancel_url,
  };
}

/** What was entered, or where the customer was before. */
async function countryOf(
  store: Store,
  { customer }: Stripe.Checkout.Session,
  form: URLSearchParams | null,
): Promise<string> {
  const known = typeof customer === "string" ? await store.find<Stripe.Customer>("customer", customer) : null;
  return form?.get("country") ?? known?.address?.country ?? DEFAULT_COUNTRY;
}

async function trialEndOf(store: Store, session: Stripe.Checkout.Session): Promise<number | null> {
  const { data } = await store.hidden<HiddenOrder>(session.id);
  if (data?.trial_end !== undefined) return data.trial_end;
  return data?.trial_period_days === undefined ? null : store.now + data.trial_period_days * DAY;
}

/** What is charged after today, in plain words. */
function afterwards(
  { subtotal, discount, promotion, currency }: Order,
  interval: string,
  trialEnd: number | null,
): string {
  const first = money(subtotal - discount, currency);
  const full = money(subtotal, currency);
  const isForever = promotion === null || promotion.coupon.duration === "forever";
  const later = isForever
    ? `then ${first} per ${interval}`
    : `then ${first}, and later ${full} per ${interval}`;
  if (trialEnd === null)
    return isForever ? `per ${interval}` : later.replace(/^then .*?, and /, "today, and ");
  const day = new Date(trialEnd * 1000).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return `Free until ${day}, ${later}. Cancel before that day and you pay nothing.`;
}

/** Where nothing is due today, the session may go without a card. */
function needsCard(session: Stripe.Checkout.Session, amount: number, isTrial: boolean): boolean {
  const isDue = amount > 0 && !isTrial;
  return session.mode === "setup" || isDue || session.payment_method_collection !== "if_required";
}

/** Takes the card, asks its holder where the bank requires it, and completes the session. */
async function submit(store: Store, id: string, form: URLSearchParams): Promise<Page> {
  await takeOwners(store, [id]);
  const session = await load(store, id);
  if (session.status === "complete") return { location: returnUrl(session) };
  const isOpen = session.status === "open" && session.expires_at > store.now;
  if (!isOpen || form.get("do") === "update")
    return describePage(store, id, { status: 200, message: null, form });
  const order = await orderOf(store, session, form);
  const facts = await describe(store, session, { isOpen, order, form });
  const answer = form.get("authentication");
  if (answer === "fail")
    throw declined("authentication_failed", "We could not authenticate your card. Try another one.");
  const method = facts.needsCard ? await typedCard(store, form) : null;
  if (method && answer === null && (await cardOf(store, method)).card.confirmation !== undefined) {
    const kept = [...form].filter(([name]) =>
      /^(?:quantity\.|promotion_code$|email$|name$|country$|postal_code$|tax_id$)/.test(name),
    );
    const fields = { ...Object.fromEntries(kept), payment_method: method.id };
    return { status: 200, html: authenticationPage(fields, null) };
  }
  const completed = await completeSession(store, await keepOrder(store, session, order), {
    method,
    email: form.get("email"),
    name: form.get("name")?.trim() || null,
    taxId: facts.taxId?.trim() || null,
    address: facts.country === null ? null : addressIn(facts.country, facts.postalCode.trim()),
    isAuthenticated: answer !== null,
  });
  return { location: returnUrl(completed) };
}
