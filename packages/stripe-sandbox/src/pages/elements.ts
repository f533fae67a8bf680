import { textsFor } from "../browser/texts.ts";
import { inHtml } from "./html.ts";
import type { Page, PageRequest, Parts } from "./page.ts";

/** The names of Stripe's appearance variables, with what they are without an appearance. */
const STYLE = `
:root { color-scheme: light; --colorPrimary: #4f46e5; --colorDanger: light-dark(#b91c1c, #fca5a5);
  --colorBackground: light-dark(#fff, #1a1c21); --colorText: light-dark(#16181d, #ededf0);
  --colorTextSecondary: light-dark(#5c6270, #9a9fad); --borderRadius: 6px; --fontSizeBase: 16px;
  --fontFamily: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
* { box-sizing: border-box }
html { height: max-content; overflow: hidden }
body { margin: 0; padding: 3px; background: transparent; color: var(--colorText);
  font: var(--fontSizeBase)/1.4 var(--fontFamily) }
.field { margin: 0 0 12px } .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
.pair .field { margin-bottom: 0 }
label { display: block; font-size: .875em; font-weight: 500; margin-bottom: 4px }
.box { position: relative }
input { width: 100%; font: inherit; color: inherit; padding: .6em .75em; background: var(--colorBackground);
  border: 1px solid light-dark(#8b909c, #626876); border-radius: var(--borderRadius) }
input::placeholder { color: var(--colorTextSecondary); opacity: 1 }
input:focus { outline: 2px solid var(--colorPrimary); outline-offset: 0; border-color: var(--colorPrimary) }
input[aria-invalid="true"] { border-color: var(--colorDanger) }
.error { margin: 4px 0 0; font-size: .8125em; color: var(--colorDanger) } .error:empty { display: none }
#brand { position: absolute; right: .75em; top: 50%; transform: translateY(-50%); font-size: .6875em; font-weight: 700;
  letter-spacing: .04em; text-transform: uppercase; color: var(--colorTextSecondary); pointer-events: none }`;

/** `/elements/card`: the card's fields, for the frame that `stripe.js` puts into a page. They work with their script alone. */
export async function serveElements(_: Parts, { url }: PageRequest): Promise<Page> {
  const locale = url.searchParams.get("locale") ?? "";
  const { language, texts } = textsFor(locale);
  const field = (id: string, label: string, hint: string, autocomplete: string, extra = "") =>
    `<div class="field"><label for="${id}">${inHtml(label)}</label><div class="box"><input id="${id}" name="${id}"
inputmode="numeric" autocomplete="${autocomplete}" placeholder="${inHtml(hint)}" spellcheck="false">${extra}</div>
<p class="error" id="${id}-error" role="alert"></p></div>`;
  const number = field(
    "number",
    texts.number,
    "1234 1234 1234 1234",
    "cc-number",
    '<span id="brand" aria-hidden="true"></span>',
  );
  const expiry = field("expiry", texts.expiry, texts.expiryHint, "cc-exp");
  const cvc = field("cvc", texts.cvc, "123", "cc-csc");
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${inHtml(texts.number)}</title>
<style>${STYLE}</style></head><body><section aria-label="${inHtml(texts.card)}">${number}<div class="pair">${expiry}${cvc}</div></section>
<script src="/elements/fields.js?locale=${encodeURIComponent(language)}"></script></body></html>`;
  return { status: 200, html };
}
