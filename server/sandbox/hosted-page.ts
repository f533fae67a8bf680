import type { IncomingMessage, ServerResponse } from "node:http";
import type pg from "pg";
import type Stripe from "stripe";
import { emit } from "./events.ts";
import { type PageFacts, page } from "./hosted-page-html.ts";
import { cardByNumber } from "./objects/card-behaviour.ts";
import { Order } from "./routes/checkout-sessions.ts";
import { addMethod, attach } from "./routes/payment-methods.ts";
import { startSubscription } from "./routes/subscriptions.ts";
import type { Store } from "./store.ts";
import { inAccount } from "./transaction.ts";
import { declined, Failure } from "./wire/failure.ts";

const LARGEST_FORM = 10_000;

/** `/c/pay/{session}`: shows what is bought and a card form, and carries the purchase out. */
export async function serveCheckoutPage(
  pool: pg.Pool,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const id = url.pathname.slice("/c/pay/".length);
  const account = await accountOf(pool, id);
  if (account === null) return show(response, 404, null, "This page does not exist.");
  if (request.method !== "POST") {
    const session = await inAccount(pool, account, false, (store) => describe(store, id));
    return show(
      response,
      200,
      session,
      session.isOpen ? null : "This page has been completed or has expired.",
    );
  }
  const form = new URLSearchParams(await readForm(request));
  try {
    const target = await inAccount(pool, account, true, (store) => complete(store, id, form));
    response.writeHead(303, { location: target }).end();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const session = await inAccount(pool, account, false, (store) => describe(store, id));
    show(response, error.facts.status, session, error.message);
  }
}

async function accountOf(pool: pg.Pool, id: string): Promise<string | null> {
  const sql =
    "select account from stripe_sandbox.objects where id = $1 and kind = 'checkout.session' limit 1";
  const { rows } = await pool.query<{ account: string }>(sql, [id]);
  return rows[0]?.account ?? null;
}

async function readForm(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > LARGEST_FORM)
      throw new Failure({ status: 413, type: "invalid_request_error", message: "The form is too large." });
  }
  return text;
}

async function describe(store: Store, id: string): Promise<PageFacts> {
  const session = await store.get<Stripe.Checkout.Session>("checkout.session", id, "session");
  const order = Order.parse(await store.hidden(id));
  const lines: PageFacts["lines"] = [];
  for (const { price: priceId, quantity } of order.items) {
    const price = await store.get<Stripe.Price>("price", priceId);
    const product = await store.get<Stripe.Product>(
      "product",
      typeof price.product === "string" ? price.product : price.product.id,
    );
    lines.push({
      name: product.name,
      quantity,
      amount: (price.unit_amount ?? 0) * quantity,
      interval: price.recurring?.interval ?? "",
    });
  }
  const isOpen = session.status === "open" && session.expires_at > store.now;
  return {
    isOpen,
    lines,
    total: session.amount_total ?? 0,
    currency: session.currency ?? "usd",
    trialDays: order.trialDays,
    cancelUrl: session.cancel_url,
  };
}

/** Takes the card, starts the subscription and tells where to send the browser. Nothing remains when the card is refused. */
async function complete(store: Store, id: string, form: URLSearchParams): Promise<string> {
  const session = await store.get<Stripe.Checkout.Session>("checkout.session", id, "session");
  const target = session.success_url ?? "/";
  if (session.status !== "open") return target;
  const customer = typeof session.customer === "string" ? session.customer : (session.customer?.id ?? "");
  const order = Order.parse(await store.hidden(id));
  const card = cardByNumber(form.get("number") ?? "");
  if (!card) throw declined("incorrect_number", "Your card number is incorrect. Use one of the test cards.");
  const [month = "", year = ""] = (form.get("expiry") ?? "").split("/").map((part) => part.trim());
  if (!/^\d{1,2}$/.test(month) || !/^\d{2}$/.test(year))
    throw declined("invalid_expiry_month", "Your card's expiration date is incomplete.");
  const method = await attach(
    { store },
    await addMethod({ store }, card, { expMonth: Number(month), expYear: 2000 + Number(year) }),
    customer,
  );
  const owner = await store.get<Stripe.Customer>("customer", customer);
  await store.put<Stripe.Customer>({
    ...owner,
    invoice_settings: { ...owner.invoice_settings, default_payment_method: method.id },
  });
  const subscription = await startSubscription(
    { store },
    {
      customer,
      items: order.items,
      defaultPaymentMethod: method.id,
      behaviour: "error_if_incomplete",
      trialEnd: order.trialDays > 0 ? store.now + order.trialDays * 86_400 : undefined,
      missingPaymentMethod: order.missingPaymentMethod,
      metadata: order.metadata,
    },
  );
  const done = await store.put<Stripe.Checkout.Session>({
    ...session,
    status: "complete",
    payment_status: order.trialDays > 0 ? "no_payment_required" : "paid",
    subscription: subscription.id,
    invoice: subscription.latest_invoice,
    url: null,
  });
  await emit(store, "checkout.session.completed", done);
  return target;
}

function show(
  response: ServerResponse,
  status: number,
  facts: PageFacts | null,
  message: string | null,
): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action *; frame-ancestors 'none'",
    "cache-control": "no-store",
  });
  response.end(page(facts, message));
}
