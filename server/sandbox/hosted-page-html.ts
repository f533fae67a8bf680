/** What the hosted page tells. Amounts in minor units. */
export interface PageFacts {
  isOpen: boolean;
  lines: { name: string; quantity: number; amount: number; interval: string }[];
  total: number;
  currency: string;
  trialDays: number;
  cancelUrl: string | null;
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#e4e4e7, #3f3f46); --soft: light-dark(#52525b, #a1a1aa); --card: light-dark(#fff, #18181b); }
* { box-sizing: border-box } body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fafafa, #09090b); color: light-dark(#18181b, #fafafa) }
main { max-width: 26rem; margin: 4vh auto; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
h1 { font-size: 1rem; font-weight: 600; margin: 0 } .sum { font-size: 2rem; font-weight: 650; margin: .25rem 0 1rem }
ul { list-style: none; margin: 0 0 1.25rem; padding: 0 } li { display: flex; justify-content: space-between; gap: 1rem; padding: .35rem 0; border-top: 1px solid var(--line) }
.soft, small { color: var(--soft) } label { display: block; font-size: .875rem; font-weight: 500; margin-top: .75rem }
input { width: 100%; font: inherit; padding: .55rem .7rem; margin-top: .25rem; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem } button { width: 100%; font: inherit; font-weight: 600; margin-top: 1.25rem; padding: .7rem; border: 0; border-radius: 8px; background: #4338ca; color: #fff; cursor: pointer }
:focus-visible { outline: 2px solid #6366f1; outline-offset: 2px } .alert { padding: .6rem .75rem; border-radius: 8px; background: light-dark(#fef2f2, #450a0a); color: light-dark(#991b1b, #fecaca) }
.test { display: inline-block; font-size: .75rem; font-weight: 600; padding: .1rem .5rem; border-radius: 99px; background: light-dark(#fef3c7, #422006); color: light-dark(#92400e, #fde68a) } a { color: inherit }`;

/** The whole page, without a script. */
export function page(facts: PageFacts | null, message: string | null): string {
  const alert = message === null ? "" : `<p class="alert" role="alert">${escapeHtml(message)}</p>`;
  const body = facts ? content(facts, alert) : alert;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Checkout</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;
}

function content(facts: PageFacts, alert: string): string {
  const rows = facts.lines.map(
    (line) =>
      `<li><span>${escapeHtml(line.name)}${line.quantity > 1 ? ` × ${line.quantity}` : ""}</span><span>${money(line.amount, facts.currency)}</span></li>`,
  );
  const interval = facts.lines[0]?.interval ?? "";
  const due =
    facts.trialDays > 0
      ? `${facts.trialDays} days free, then ${money(facts.total, facts.currency)}`
      : money(facts.total, facts.currency);
  const cancel = facts.cancelUrl
    ? `<p><small><a href="${escapeHtml(facts.cancelUrl)}">Cancel and go back</a></small></p>`
    : "";
  return `<p><span class="test">TEST MODE</span></p><h1>Subscribe</h1><p class="sum">${due} <small>per ${escapeHtml(interval)}</small></p>
<ul>${rows.join("")}</ul>${alert}${facts.isOpen ? form() : ""}${cancel}`;
}

function form(): string {
  return `<form method="post"><label>Card number<input name="number" inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" required></label>
<div class="pair"><label>Expiry<input name="expiry" autocomplete="cc-exp" placeholder="MM / YY" required></label><label>CVC<input name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="123" required></label></div>
<button>Subscribe</button></form>`;
}

function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency: currency.toUpperCase() });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
