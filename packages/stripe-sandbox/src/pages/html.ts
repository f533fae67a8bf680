const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#e4e4e7, #3f3f46); --soft: light-dark(#52525b, #a1a1aa) }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fafafa, #09090b);
  color: light-dark(#18181b, #fafafa) }
main { max-width: 26rem; margin: 4vh auto; padding: 1.5rem; background: light-dark(#fff, #18181b);
  border: 1px solid var(--line); border-radius: 12px }
h1 { font-size: 1rem; font-weight: 600; margin: 0 } .sum { font-size: 2rem; font-weight: 650; margin: .25rem 0 0 }
ul { list-style: none; margin: 1rem 0 1.25rem; padding: 0 }
li { display: flex; justify-content: space-between; gap: 1rem; padding: .35rem 0; border-top: 1px solid var(--line) }
.soft, small { color: var(--soft) } p { margin: .5rem 0 }
label { display: block; font-size: .875rem; font-weight: 500; margin-top: .75rem }
h2 { font-size: .875rem; margin: 1.5rem 0 0 }
input, select { width: 100%; font: inherit; padding: .55rem .7rem; margin-top: .25rem; border: 1px solid var(--line);
  border-radius: 8px; background: transparent; color: inherit }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem }
button { width: 100%; font: inherit; font-weight: 600; margin-top: 1.25rem; padding: .7rem; border: 1px solid #4338ca;
  border-radius: 8px; background: #4338ca; color: #fff; cursor: pointer }
button.plain { margin-top: .75rem; background: transparent; border-color: var(--line); color: inherit }
:focus-visible { outline: 2px solid #6366f1; outline-offset: 2px }
.alert { padding: .6rem .75rem; border-radius: 8px; background: light-dark(#fef2f2, #450a0a);
  color: light-dark(#991b1b, #fecaca) }
.test { display: inline-block; font-size: .75rem; font-weight: 600; padding: .1rem .5rem; border-radius: 99px;
  background: light-dark(#fef3c7, #422006); color: light-dark(#92400e, #fde68a) }
a { color: inherit }
main.wide { max-width: 72rem } .wide h2 { margin: 2rem 0 .5rem; font-size: 1rem }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .75rem 0 0 } nav a[aria-current] { font-weight: 600 }
.scroll { overflow-x: auto } table { width: 100%; border-collapse: collapse; font-size: .875rem }
th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line); vertical-align: top;
  white-space: nowrap } th { font-weight: 500; color: var(--soft); border: 0 }
code, pre { font: .8125rem/1.6 ui-monospace, monospace } pre { overflow-x: auto; padding: 1rem; margin: .5rem 0 0;
  border: 1px solid var(--line); border-radius: 8px }`;

/** A whole page; a wide one has room for tables. */
export function page(title: string, body: string, width: "narrow" | "wide" = "narrow"): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${inHtml(title)}</title>
<style>${STYLE}</style></head><body><main class="${width}"><p><span class="test">TEST MODE</span></p>${body}</main></body></html>`;
}

export function alertOf(message: string | null): string {
  return message === null ? "" : `<p class="alert" role="alert">${inHtml(message)}</p>`;
}

/** A page that says one thing, and runs a script of ours where one is named. */
export function messagePage(title: string, message: string, script?: string): string {
  const run = script === undefined ? "" : `<script src="${script}"></script>`;
  return page(title, `<h1>${inHtml(title)}</h1><p>${inHtml(message)}</p>${run}`);
}

export function cardFields(): string {
  return `<label>Card number<input name="number" inputmode="numeric" autocomplete="cc-number"
placeholder="4242 4242 4242 4242" required></label>
<div class="pair"><label>Expiry<input name="expiry" autocomplete="cc-exp" placeholder="MM / YY" required></label>
<label>CVC<input name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="123" required></label></div>
<p><small><a href="/test-cards" target="_blank" rel="noopener">Test cards and what each of them does</a></small></p>`;
}

interface InvoiceFacts {
  title: string;
  status: string;
  rows: { text: string; amount: string }[];
  pdf: string | null;
  isPayable: boolean;
}

/** An invoice line by line, and the form that pays it. */
export function invoicePage(facts: InvoiceFacts, message: string | null): string {
  const rows = facts.rows.map(
    ({ text, amount }) => `<li><span>${inHtml(text)}</span><span>${inHtml(amount)}</span></li>`,
  );
  const pdf = facts.pdf === null ? "" : `<p><a href="${inHtml(facts.pdf)}">Download the invoice</a></p>`;
  const form = facts.isPayable ? `<form method="post">${cardFields()}<button>Pay</button></form>` : "";
  const head = `<h1>${inHtml(facts.title)}</h1><p class="soft">${inHtml(facts.status)}</p>`;
  return page(facts.title, `${head}<ul>${rows.join("")}</ul>${pdf}${alertOf(message)}${form}`);
}

/** Where the card's holder says whether it is them; `fields` go along with the answer. */
export function authenticationPage(fields: Record<string, string>, message: string | null): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${inHtml(name)}" value="${inHtml(value)}">`,
  );
  return page(
    "3-D Secure",
    `<h1>Your bank wants to know that it is you</h1>${alertOf(message)}
<p class="soft">This page takes the place of your bank's. Choose the result.</p>
<form method="post">${hidden.join("")}<button name="authentication" value="complete">Complete authentication</button>
<button class="plain" name="authentication" value="fail">Fail authentication</button></form>`,
  );
}

/** Text escaped for HTML. */
export function inHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
