import { confirmPayment } from "../_embed/confirm-payment.ts";
import { openStripe } from "../_embed/open-stripe.ts";

interface Asked {
  publishableKey: string;
  /** The script in place of the provider's own; null: the provider's own. */
  scriptUrl: string | null;
  clientSecret: string;
}

/** Opens the bank's window; returns whether the cardholder confirmed the payment. */
export async function askBank({ publishableKey, scriptUrl, clientSecret }: Asked): Promise<boolean> {
  const stripe = await openStripe(publishableKey, scriptUrl).catch(() => null);
  return stripe !== null && (await confirmPayment(stripe, clientSecret)).status !== "failed";
}
