import { followOrder } from "./checkout.ts";
import { drawFields } from "./fields.ts";
import { installStripe } from "./stripe-js.ts";
import { textsFor } from "./texts.ts";

/** Tells the page that opened the bank's question in a frame that it has been answered. */
function tellAuthenticated(): void {
  window.parent.postMessage({ sandbox: "authenticated" }, "*");
}

const call = (run: (...given: never[]) => void, ...given: unknown[]) =>
  `"use strict";(${run.toString()})(${given.map((value) => JSON.stringify(value)).join(", ")});\n`;

const STRIPE_JS = call(installStripe);

/** A script of the sandbox by its path; null when there is none. Node runs the types away, and the source is what is sent. */
export function scriptAt({ pathname, searchParams }: URL): string | null {
  if (/^\/(?:[a-z0-9]+\/)?stripe\.js$/.test(pathname)) return STRIPE_JS;
  if (pathname === "/elements/checkout.js") return call(followOrder);
  if (pathname === "/elements/authenticated.js") return call(tellAuthenticated);
  if (pathname === "/elements/fields.js")
    return call(drawFields, textsFor(searchParams.get("locale") ?? "").texts);
  return null;
}
