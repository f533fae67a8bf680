import type { PaymentOutcome } from "../../server/http/embed-protocol.ts";
import { confirmPayment } from "./confirm-payment.ts";
import { openStripe } from "./open-stripe.ts";

/** How the card provider's script is opened. */
export interface CardScript {
  publishableKey: string;
  /** The script in place of the provider's own; null: the provider's own. */
  scriptUrl: string | null;
}

/** Takes a payment through its cardholder's confirmation with the bank; null: the provider's script did not load. Never throws. */
export async function askBank(
  { publishableKey, scriptUrl }: CardScript,
  clientSecret: string,
): Promise<PaymentOutcome | null> {
  const stripe = await openStripe(publishableKey, scriptUrl).catch(() => null);
  return stripe && confirmPayment(stripe, clientSecret);
}
