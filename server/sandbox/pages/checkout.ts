import type Stripe from "stripe";
import { money } from "../billing/lines.ts";
import { takeOwners } from "../locking.ts";
import type { HiddenOrder } from "../routes/checkout-sessions.ts";
import { cardOf } from "../routes/payment-methods.ts";
import type { Store } from "../store.ts";
import { reading, writing } from "../transaction.ts";
import { declined, Failure } from "../wire/failure.ts";
import { completeSession, returnUrl } from "./complete-session.ts";
import { authenticationPage, type CheckoutFacts, checkoutPage } from "./html.ts";
import { notFound, type Page, type PageRequest, type Parts } from "./page.ts";
import { typedCard } from "./typed-card.ts";

const DAY = 86_400;

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
    reading(where, (store) => describePage(store, id, status, message));
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

async function describePage(store: Store, id: string, status: number, message: string | null): Promise<Page> {
  const session = await load(store, id);
  const isOpen = session.status === "open" && session.expires_at > store.now;
  const closed = session.status === "complete" ? "This page has been completed." : "This page has expired.";
  return {
    status,
    html: checkoutPage(await describe(store, session, isOpen), message ?? (isOpen ? null : closed)),
  };
}

async function describe(
  store: Store,
  session: Stripe.Checkout.Session,
  isOpen: boolean,
): Promise<CheckoutFacts> {
  const { data } = await store.hidden<HiddenOrder>(session.id);
  const currency = session.currency ?? "usd";
  const total = money(session.amount_total ?? 0, currency);
  const lines = session.line_items?.data ?? [];
  const interval = lines[0]?.price?.recurring?.interval ?? "";
  const days =
    data?.trial_period_days ??
    (data?.trial_end === undefined ? 0 : Math.ceil((data.trial_end - store.now) / DAY));
  return {
    isOpen,
    isSetup: session.mode === "setup",
    needsCard: needsCard(session, days > 0),
    needsEmail: session.customer === null && session.customer_email === null,
    lines: lines.map(({ description, quantity, amount_total }) => ({
      name: `${description ?? ""}${(quantity ?? 1) > 1 ? ` × ${quantity}` : ""}`,
      amount: money(amount_total, currency),
    })),
    sum: days > 0 ? money(0, currency) : total,
    afterwards: days > 0 ? `${days} days free, then ${total} per ${interval}` : `per ${interval}`,
    cancelUrl: session.cancel_url,
  };
}

/** Where nothing is due today, the session may go without a card. */
function needsCard(session: Stripe.Checkout.Session, isTrial: boolean): boolean {
  const isDue = (session.amount_total ?? 0) > 0 && !isTrial;
  return session.mode === "setup" || isDue || session.payment_method_collection !== "if_required";
}

/** Takes the card, asks its holder where the bank wants that, and completes the session. */
async function submit(store: Store, id: string, form: URLSearchParams): Promise<Page> {
  await takeOwners(store, [id]);
  const session = await load(store, id);
  if (session.status === "complete") return { location: returnUrl(session) };
  const facts = await describe(store, session, session.status === "open" && session.expires_at > store.now);
  if (!facts.isOpen) return describePage(store, id, 200, null);
  const answer = form.get("authentication");
  if (answer === "fail")
    throw declined("authentication_failed", "We could not authenticate your card. Try another one.");
  const method = facts.needsCard ? await typedCard(store, form) : null;
  if (method && answer === null && (await cardOf(store, method)).card.confirmation !== undefined) {
    const fields = { payment_method: method.id, email: form.get("email") ?? "" };
    return { status: 200, html: authenticationPage(fields, null) };
  }
  const completed = await completeSession(store, session, {
    method,
    email: form.get("email"),
    isAuthenticated: answer !== null,
  });
  return { location: returnUrl(completed) };
}
