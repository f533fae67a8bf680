import type Stripe from "stripe";
import { confirmPayment, refusePayment } from "../billing/payments.ts";
import { confirmSetup, refuseSetup } from "../billing/setups.ts";
import { takeOwners } from "../locking.ts";
import { concluded } from "../routes/payment-intents.ts";
import type { Store } from "../store.ts";
import { writing } from "../transaction.ts";
import { Failure } from "../wire/failure.ts";
import { authenticationPage, messagePage } from "./html.ts";
import { notFound, type Page, type PageRequest, type Parts } from "./page.ts";

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/**
 * `/c/authenticate`: takes the place of the bank's 3-D Secure page. It finishes the intent whose client secret it is given, and
 * sends the browser back where it came from.
 */
export async function serveAuthentication(parts: Parts, { url, form }: PageRequest): Promise<Page> {
  const account = url.searchParams.get("account") ?? "";
  const secret = url.searchParams.get("client_secret") ?? "";
  const returnUrl = url.searchParams.get("return_url");
  const cause = { requestId: null, idempotencyKey: null, baseUrl: parts.baseUrl };
  return writing({ ...parts, account, cause }, async (store) => {
    const intent = await load(store, secret);
    if (!intent) return notFound();
    if (form && intent.status === "requires_action")
      await finish(store, intent, form.get("authentication") === "complete");
    const now = (await load(store, secret)) ?? intent;
    if (now.status === "requires_action") return { status: 200, html: authenticationPage({}, null) };
    return returnUrl
      ? { location: back(returnUrl, now) }
      : { status: 200, html: messagePage("Done", "You can close this page.", "/elements/authenticated.js") };
  });
}

/** The intent with that client secret, its customer taken. */
async function load(store: Store, secret: string): Promise<Intent | null> {
  const id = secret.split("_secret_")[0] ?? "";
  await takeOwners(store, [id]);
  const intent =
    (await store.find<Stripe.PaymentIntent>("payment_intent", id)) ??
    (await store.find<Stripe.SetupIntent>("setup_intent", id));
  return intent?.client_secret === secret ? intent : null;
}

/** Carries the holder's answer out; a card that refuses all the same leaves its refusal in the intent. */
async function finish(store: Store, intent: Intent, isAuthenticated: boolean): Promise<void> {
  const method = await store.get<Stripe.PaymentMethod>("payment_method", String(intent.payment_method));
  try {
    if (intent.object === "setup_intent") {
      if (!isAuthenticated) await refuseSetup(store, intent);
      else await confirmSetup(store, intent, method, { isAuthenticated });
    } else if (!isAuthenticated) await refusePayment(store, intent);
    else
      await concluded(
        store,
        await confirmPayment(store, intent, method, { isOffSession: false, isAuthenticated }),
        method,
      );
  } catch (error) {
    if (!(error instanceof Failure) || !error.facts.keepsChanges) throw error;
  }
}

/** Where the browser came from, in the parameters that Stripe uses. */
function back(returnUrl: string, intent: Intent): string {
  const name = intent.object;
  const target = new URL(returnUrl);
  target.searchParams.set(name, intent.id);
  target.searchParams.set(`${name}_client_secret`, intent.client_secret ?? "");
  target.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
  return target.href;
}
