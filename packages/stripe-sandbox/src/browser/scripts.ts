import { AUTHENTICATED_JS, CHECKOUT_JS, FIELDS_JS, STRIPE_JS } from "./built/scripts.ts";

const SCRIPTS: Record<string, string> = {
  "/elements/checkout.js": CHECKOUT_JS,
  "/elements/authenticated.js": AUTHENTICATED_JS,
  "/elements/fields.js": FIELDS_JS,
};

/** A script of the sandbox by its path, as it is built from entries/; null when there is none. */
export function scriptAt({ pathname }: URL): string | null {
  if (/^\/(?:[a-z0-9]+\/)?stripe\.js$/.test(pathname)) return STRIPE_JS;
  return SCRIPTS[pathname] ?? null;
}
