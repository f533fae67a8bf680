import type Stripe from "stripe";
import type { Answer } from "./answer.ts";

/** The cardholder's answer on the bank's page to a payment that waits; refused where the payment waits no more. */
export async function agrees(
  stripe: Stripe,
  secret: string,
  authentication: "complete" | "fail",
): Promise<Answer> {
  const [id = ""] = secret.split("_secret_");
  if (!id) return { isDone: false, code: "nothing waits" };
  const { status } = await stripe.paymentIntents.retrieve(id);
  if (!["requires_action", "requires_confirmation", "requires_payment_method"].includes(status))
    return { isDone: false, code: "nothing waits" };
  const asked = await stripe.paymentIntents
    .confirm(id, { payment_method: "pm_card_authenticationRequired", return_url: "https://shop.example" })
    .catch(() => stripe.paymentIntents.retrieve(id));
  const page = asked.next_action?.redirect_to_url?.url ?? asked.next_action?.use_stripe_sdk?.stripe_js;
  if (!page) return { isDone: false, code: "nothing waits" };
  await fetch(String(page), {
    method: "POST",
    body: new URLSearchParams({ authentication }),
    redirect: "manual",
  });
  const after = await stripe.paymentIntents.retrieve(id);
  const isAsAnswered = (after.status === "succeeded") === (authentication === "complete");
  return isAsAnswered ? { isDone: true, code: null } : { isDone: false, code: `payment ${after.status}` };
}
