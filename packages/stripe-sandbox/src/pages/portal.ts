import type Stripe from "stripe";
import { productName } from "../billing/lines.ts";
import { isOver } from "../billing/subscriptions.ts";
import { takeOwners } from "../locking.ts";
import type { HiddenPortal } from "../routes/portal-sessions.ts";
import type { Store } from "../store.ts";
import { writing } from "../transaction.ts";
import { Failure } from "../wire/failure.ts";
import { messagePage } from "./html.ts";
import { notFound, type Page, type PageRequest, type Parts } from "./page.ts";
import { act } from "./portal-actions.ts";
import { portalPage } from "./portal-html.ts";
import type { PortalView, Session } from "./portal-view.ts";

/** An unused link is good for five minutes, a used one for an hour after its last use, as Stripe's. */
const UNUSED_SECONDS = 300;
const IDLE_SECONDS = 3600;
const INVOICES_SHOWN = 24;

/** `/p/session/{token}`: where a customer changes the card, ends or keeps a subscription and finds the invoices. */
export async function servePortal(parts: Parts, { url, form }: PageRequest): Promise<Page> {
  const token = url.pathname.slice("/p/session/test_".length);
  const [account = "", id = "", secret = ""] = Buffer.from(token, "base64url").toString("utf8").split(",");
  const cause = { requestId: null, idempotencyKey: null, baseUrl: parts.baseUrl };
  const where = { ...parts, account, cause };
  const show = (status: number, message: string | null) =>
    writing(where, async (store) => {
      const session = await open(store, id, secret);
      if (!session) return gone();
      return {
        status,
        html: portalPage(await view(store, session), { message, done: url.searchParams.get("done") }),
      };
    });
  if (!form) return show(200, null);
  try {
    return await writing(where, async (store) => {
      await takeOwners(store, [id]);
      const session = await open(store, id, secret);
      return session ? act(store, await view(store, session), form, url) : gone();
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return show(error.facts.status, error.message);
  }
}

function gone(): Page {
  const page = messagePage("This link has expired", "Ask for a new link to your billing details.");
  return { ...notFound(), html: page };
}

/** The session behind a link that is valid. */
async function open(store: Store, id: string, secret: string): Promise<Session | null> {
  const session = await store.find<Session>("billing_portal.session", id);
  const hidden = await store.hidden<HiddenPortal>(id);
  if (!session || hidden.secret !== secret) return null;
  const now = Math.floor(Date.now() / 1000);
  const lasts = hidden.is_opened ? IDLE_SECONDS : UNUSED_SECONDS;
  if (now > (hidden.last_used ?? 0) + lasts) return null;
  return store.put<Session>(session, { last_used: now, is_opened: true } satisfies Partial<HiddenPortal>);
}

async function view(store: Store, session: Session): Promise<PortalView> {
  const of = { customer: session.customer };
  const customer = await store.get<Stripe.Customer>("customer", session.customer);
  const subscriptions = await store.all<Stripe.Subscription>("subscription", { where: of });
  const configuration = await store.get<Stripe.BillingPortal.Configuration>(
    "billing_portal.configuration",
    String(session.configuration),
  );
  const invoices = await store.list<Stripe.Invoice>("invoice", "", { where: of, limit: INVOICES_SHOWN });
  const chosen = customer.invoice_settings.default_payment_method;
  const live = subscriptions.filter((one) => !isOver(one));
  const names = new Map<string, string>();
  const wanted = session.flow?.subscription_update_confirm?.items ?? [];
  const prices = live.flatMap(({ items }) => items.data.map(({ price }) => price));
  for (const { price } of wanted) if (price) prices.push(await store.get<Stripe.Price>("price", price));
  for (const price of prices) names.set(price.id, await productName(store, price));
  return {
    session,
    features: configuration.features,
    headline: configuration.business_profile.headline,
    customer,
    subscriptions: live,
    names,
    invoices: invoices.data.filter(({ number }) => number !== null),
    card:
      typeof chosen === "string" ? await store.find<Stripe.PaymentMethod>("payment_method", chosen) : null,
  };
}
