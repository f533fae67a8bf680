import type Stripe from "stripe";
import { money } from "../billing/lines.ts";
import { currentPeriodEnd } from "../billing/subscriptions.ts";
import { DETAILS } from "../routes/portal-features.ts";
import { alertOf, cardFields, inHtml, page } from "./html.ts";
import type { PortalView } from "./portal-view.ts";

interface Telling {
  /** What went wrong. */
  message: string | null;
  /** What has just been done. */
  done: string | null;
}

const DONE: Record<string, string> = {
  card: "Your card has been saved.",
  details: "Your details have been saved.",
  cancel: "Your subscription is canceled.",
  renew: "Your subscription goes on.",
  update: "Your subscription has been changed.",
  confirmed: "Your changes have been saved.",
};

/** The portal without a script: what runs, the card, the invoices. A flow shows its own part alone. */
export function portalPage(view: PortalView, { message, done }: Telling): string {
  const notice = done === null ? undefined : DONE[done];
  const isOver = done === "confirmed";
  const note = notice ? `<p role="status">${notice}</p>` : "";
  const title = view.headline ?? "Billing";
  const parts = isOver ? [] : sections(view);
  const back = view.session.return_url
    ? `<p><small><a href="${inHtml(view.session.return_url)}">Return</a></small></p>`
    : "";
  return page(title, `<h1>${inHtml(title)}</h1>${note}${alertOf(message)}${parts.join("")}${back}`);
}

function sections(view: PortalView): string[] {
  const { flow } = view.session;
  if (flow?.type === "payment_method_update") return [cardSection(view)];
  if (flow?.type === "subscription_cancel") {
    const wanted = view.subscriptions.filter(({ id }) => id === flow.subscription_cancel?.subscription);
    return wanted.map((one) => subscriptionSection(view, one));
  }
  if (flow?.type === "subscription_update_confirm") return [updateSection(view)];
  return [
    ...view.subscriptions.map((one) => subscriptionSection(view, one)),
    cardSection(view),
    detailsSection(view),
    invoiceSection(view),
  ];
}

function updateSection({ session, names }: PortalView): string {
  const rows = (session.flow?.subscription_update_confirm?.items ?? []).map(({ price, quantity = 1 }) => {
    const name = names.get(price ?? "") ?? price ?? "";
    return `<li><span>${inHtml(name)}${quantity > 1 ? ` × ${quantity}` : ""}</span></li>`;
  });
  return `<section><h2>Your new plan</h2><ul>${rows.join("")}</ul>
<form method="post"><button name="action" value="update">Confirm</button></form></section>`;
}

function subscriptionSection({ features, names }: PortalView, subscription: Stripe.Subscription): string {
  const rows = subscription.items.data.map(({ price, quantity = 1 }) => {
    const amount = money((price.unit_amount ?? 0) * quantity, price.currency);
    const each = price.recurring ? ` / ${price.recurring.interval}` : "";
    const name = names.get(price.id) ?? price.id;
    return `<li><span>${inHtml(name)}${quantity > 1 ? ` × ${quantity}` : ""}</span><span>${inHtml(amount + each)}</span></li>`;
  });
  const ends = subscription.cancel_at;
  const words =
    ends === null
      ? `${subscription.status.replaceAll("_", " ")}, renews on ${dateOf(currentPeriodEnd(subscription))}`
      : `ends on ${dateOf(ends)}`;
  const form = features.subscription_cancel.enabled ? endingForm(features, subscription) : "";
  return `<section><h2>Subscription</h2><ul>${rows.join("")}</ul><p class="soft">${inHtml(words)}</p>${form}</section>`;
}

function endingForm(features: PortalView["features"], { id, cancel_at }: Stripe.Subscription): string {
  const hidden = `<input type="hidden" name="subscription" value="${inHtml(id)}">`;
  if (cancel_at !== null)
    return `<form method="post">${hidden}<button name="action" value="renew">Keep the subscription</button></form>`;
  const { cancellation_reason: reason } = features.subscription_cancel;
  const options = reason.options.map(
    (one) => `<option value="${inHtml(one)}">${inHtml(one.replaceAll("_", " "))}</option>`,
  );
  const asked = reason.enabled
    ? `<label>Why do you cancel?<select name="feedback"><option value="">No answer</option>${options.join("")}</select></label>`
    : "";
  return `<form method="post">${hidden}${asked}<button class="plain" name="action" value="cancel">Cancel the subscription</button></form>`;
}

function cardSection({ card, features }: PortalView): string {
  const { brand = "", last4 = "", exp_month: month = 0, exp_year: year = 0 } = card?.card ?? {};
  const words = card ? `${brand} •••• ${last4}, expires ${month} / ${year}` : "No card is saved.";
  const form = features.payment_method_update.enabled
    ? `<form method="post">${cardFields()}<button name="action" value="card">Save the card</button></form>`
    : "";
  return `<section><h2>Card</h2><p class="soft">${inHtml(words)}</p>${form}</section>`;
}

const DETAIL_NAMES: Record<string, string> = { email: "Email", name: "Name", phone: "Phone" };

function detailsSection({ customer, features }: PortalView): string {
  const { enabled: isEnabled, allowed_updates: allowed } = features.customer_update;
  const shown = DETAILS.filter((name) => allowed.includes(name));
  if (!isEnabled || allowed.length === 0) return "";
  const inputs = shown.map(
    (name) =>
      `<label>${DETAIL_NAMES[name]}<input name="${name}" value="${inHtml(customer[name] ?? "")}" autocomplete="${name}"></label>`,
  );
  if (allowed.includes("address"))
    inputs.push(
      `<label>Country<input name="country" autocomplete="country" maxlength="2" pattern="[A-Za-z]{2}" value="${inHtml(customer.address?.country ?? "")}"></label>`,
    );
  if (allowed.includes("tax_id")) inputs.push('<label>Tax id<input name="tax_id"></label>');
  return `<section><h2>Your details</h2><form method="post">${inputs.join("")}<button name="action" value="details">Save your details</button></form></section>`;
}

function invoiceSection({ invoices, features }: PortalView): string {
  if (!features.invoice_history.enabled) return "";
  const rows = invoices.map(({ number, created, total, currency, status, hosted_invoice_url: url }) => {
    const name = `${number ?? ""}, ${dateOf(created)}`;
    const link = url ? `<a href="${inHtml(url)}">${inHtml(name)}</a>` : inHtml(name);
    return `<li><span>${link}</span><span>${inHtml(money(total, currency))} ${inHtml(status ?? "")}</span></li>`;
  });
  return `<section><h2>Invoices</h2><ul>${rows.join("")}</ul></section>`;
}

/** A day as people read it. */
export function dateOf(moment: number): string {
  const options = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Date(moment * 1000).toLocaleDateString("en-GB", options);
}
