import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";

const loaded = new Map<string, Promise<void>>();

/**
 * Loads the card provider's script and initialises it with the key. When another script is configured (the sandbox's), it is loaded
 * first: @stripe/stripe-js uses a script that is already on the page and loads the provider's own only when there is none.
 */
export async function openStripe(publishableKey: string, scriptUrl: string | null): Promise<Stripe | null> {
  if (scriptUrl !== null) await load(scriptUrl);
  return loadStripe(publishableKey);
}

function load(url: string): Promise<void> {
  const known = loaded.get(url);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${url} could not be loaded.`)));
    document.head.append(script);
  });
  loaded.set(url, loading);
  return loading;
}
