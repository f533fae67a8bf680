import type Stripe from "stripe";
import { readCardDetails } from "../cards/read-card.ts";
import { addMethod } from "../routes/payment-methods.ts";
import type { Store } from "../store.ts";

/** The card that was typed, or the one that its holder has just confirmed. */
export async function typedCard(store: Store, form: URLSearchParams): Promise<Stripe.PaymentMethod> {
  const kept = form.get("payment_method");
  if (kept !== null) {
    const method = await store.get<Stripe.PaymentMethod>("payment_method", kept, "payment_method");
    if (method.customer === null) return method;
  }
  const [month = "", year = ""] = (form.get("expiry") ?? "").split("/").map((part) => part.trim());
  const details = {
    number: form.get("number") ?? "",
    exp_month: /^\d{1,2}$/.test(month) ? Number(month) : 0,
    exp_year: /^(\d{2}|\d{4})$/.test(year) ? Number(year) : 0,
    cvc: (form.get("cvc") ?? "").trim(),
  };
  return addMethod(store, readCardDetails(details, store.now));
}
