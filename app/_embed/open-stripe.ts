import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";

const loaded = new Map<string, Promise<void>>();

/**
 * The card provider's script, opened with the key. Where another script is configured in its place (the sandbox's), that is loaded
 * first: @stripe/stripe-js takes what it finds, and loads the provider's own only where it finds none.
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
