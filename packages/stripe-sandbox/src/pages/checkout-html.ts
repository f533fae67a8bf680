import { alertOf, cardFields, inHtml, page } from "./html.ts";

/** What the checkout page shows. Amounts are formatted already. */
export interface CheckoutFacts {
  isOpen: boolean;
  isSetup: boolean;
  isTrial: boolean;
  needsCard: boolean;
  needsEmail: boolean;
  email: string;
  /** Whether the customer is asked for their name. */
  asksName: boolean;
  /** null: it is not asked for. */
  taxId: string | null;
  name: string;
  /** The customer's country, which taxes are calculated for; null: the page does not ask for it. */
  country: string | null;
  /** The postal code beside it, which the United States need. */
  postalCode: string;
  lines: CheckoutLine[];
  /** null: the page takes no promotion codes. */
  code: string | null;
  /** What a promotion code takes off. */
  discount: { name: string; amount: string } | null;
  /** What is due now. */
  sum: string;
  /** What follows, in words. */
  afterwards: string;
  /** What the shop says beside the button; null for nothing. */
  note: string | null;
  cancelUrl: string | null;
}

interface CheckoutLine {
  name: string;
  amount: string;
  /** What one of it costs, where the customer chooses how many. */
  each: string | null;
  stepper: { name: string; value: number; least: number; most: number } | null;
}

const STYLE = `<style>
.stepper { display: flex; align-items: center; gap: .4rem; margin-top: .3rem } .stepper[hidden], [hidden] { display: none }
.stepper button { width: 2.25rem; height: 2.25rem; margin: 0; padding: 0; background: transparent; color: inherit;
  border-color: var(--line) }
.stepper input { width: 5rem; margin: 0; text-align: center } .line { display: block } .line > .row { display: flex;
  justify-content: space-between; gap: 1rem } .code { display: flex; gap: .5rem; align-items: end } .code label { flex: 1 }
.code button { width: auto; white-space: nowrap; margin: 0; padding: .55rem .9rem }
</style>`;

/** What is bought, and the form that buys it. Without a script the amounts follow when a button is pressed. */
export function checkoutPage(facts: CheckoutFacts, message: string | null): string {
  const title = facts.isSetup ? "Save a card" : "Subscribe";
  const back = facts.cancelUrl
    ? `<p><small><a href="${inHtml(facts.cancelUrl)}">Cancel and go back</a></small></p>`
    : "";
  const body = facts.isOpen ? openForm(facts, title, message) : `${summary(facts)}${alertOf(message)}`;
  const script = facts.isOpen && !facts.isSetup ? `<script src="/elements/checkout.js"></script>` : "";
  return page(title, `${STYLE}<h1>${title}</h1>${body}${back}${script}`);
}

function openForm(facts: CheckoutFacts, title: string, message: string | null): string {
  const { needsEmail, needsCard, email, country } = facts;
  const address = needsEmail
    ? `<label>Email<input name="email" type="email" autocomplete="email" value="${inHtml(email)}" required></label>`
    : "";
  const person = facts.asksName
    ? `<label>Name<input name="name" autocomplete="name" value="${inHtml(facts.name)}" required></label>`
    : "";
  const place =
    country === null
      ? ""
      : `<label>Country<input name="country" autocomplete="country" maxlength="2" pattern="[A-Za-z]{2}"
 value="${inHtml(country)}" required></label>
<label>Postal code (in the US)<input name="postal_code" autocomplete="postal-code" maxlength="10"
 value="${inHtml(facts.postalCode)}"></label>`;
  const taxId =
    facts.taxId === null
      ? ""
      : `<label>Tax ID (optional)<input name="tax_id" autocomplete="off" value="${inHtml(facts.taxId)}"></label>`;
  const card = person + taxId + (needsCard ? cardFields() : "");
  // The first button of a form is the one that Enter presses.
  return `<form method="post" id="checkout"><button name="do" value="buy" hidden></button>
<div id="order">${summary(facts)}${alertOf(message)}</div>${codeField(facts)}${address}${place}${card}
<button name="do" value="buy">${facts.isTrial ? "Start trial" : title}</button>${noteOf(facts)}</form>`;
}

function noteOf({ note }: CheckoutFacts): string {
  return note === null ? "" : `<p class="soft"><small>${inHtml(note)}</small></p>`;
}

function summary(facts: CheckoutFacts): string {
  if (facts.isSetup) return "";
  const lines = facts.lines.map((line) => `<li class="line">${lineOf(line)}</li>`);
  const { discount } = facts;
  if (discount)
    lines.push(`<li><span>${inHtml(discount.name)}</span><span>${inHtml(discount.amount)}</span></li>`);
  return `<p class="sum" aria-live="polite">${inHtml(facts.sum)}</p><p class="soft">${inHtml(facts.afterwards)}</p>
<ul>${lines.join("")}</ul>`;
}

function lineOf({ name, amount, each, stepper }: CheckoutLine): string {
  const row = `<div class="row"><span>${inHtml(name)}</span><span>${inHtml(amount)}</span></div>`;
  if (!stepper) return row;
  const { name: field, value, least, most } = stepper;
  const button = (by: number, words: string, sign: string) =>
    `<button type="button" data-by="${by}" aria-label="${words} ${inHtml(name)}" hidden>${sign}</button>`;
  return `${row}<small>${inHtml(each ?? "")}</small><div class="stepper">${button(-1, "Fewer", "−")}
<input name="${field}" type="number" inputmode="numeric" min="${least}" max="${most}" value="${value}"
aria-label="${inHtml(name)}">${button(1, "More", "+")}
<button name="do" value="update" formnovalidate data-update style="width:auto;padding:0 .75rem">Update</button></div>`;
}

function codeField({ code }: CheckoutFacts): string {
  if (code === null) return "";
  return `<div class="code"><label>Promotion code<input name="promotion_code" autocomplete="off" spellcheck="false"
value="${inHtml(code)}"></label><button class="plain" name="do" value="update" formnovalidate>Apply</button></div>`;
}
