"use server";

import { redirect } from "next/navigation";
import { type Api, confirmationSecret } from "../_lib/api.ts";
import { beginAction, isSlugAndForm } from "../_lib/begin-action.ts";
import { fieldsOfRefusal } from "../_lib/reason.ts";
import { stepsIn } from "../_pricing/order.ts";
import { refusalWords, typed } from "../_visitor/attempt.ts";
import type { FormState } from "../_visitor/form-state.ts";
import { readPortal } from "./read-portal.ts";

// The actions of the customer portal; the page binds `slug`, and only the cookie identifies the customer.

type Outcome = "changed" | "canceled" | "resumed" | "dropped" | "card";

/** Runs the work and returns to the portal, which confirms it; the form shows an error. */
async function carryOut(
  slug: string,
  form: FormData,
  outcome: Outcome,
  work: (api: Api) => Promise<unknown>,
): Promise<FormState> {
  beginAction(isSlugAndForm(slug, form));
  const portal = await readPortal(slug);
  if (portal) {
    try {
      await work(portal.api);
    } catch (error) {
      const quote = typed(form, "quote");
      return refusedFor(error, quote === undefined ? {} : { quote });
    }
  }
  redirect(`/p/${slug}/portal${portal ? `?done=${outcome}` : ""}` as never);
}

/**
 * The refusal as a form shows it. Its outcome is the secret of a payment that the bank wants confirmed: the page opens the bank's window
 * and sends the same again.
 */
async function refusedFor(error: unknown, values: FormState["values"]): Promise<FormState> {
  const wrong = error instanceof Error ? fieldsOfRefusal(error) : [];
  const message = await refusalWords(error);
  return { status: "open", message, wrong, values, outcome: confirmationSecret(error) };
}

export async function changePlan(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const drivers = stepsIn(form);
  return carryOut(slug, form, "changed", (api) =>
    api.subscriptions.changePlan.mutate({
      id: typed(form, "subscription") ?? "",
      plan_price_id: typed(form, "price") ?? "",
      ...(drivers.length > 0 && { drivers }),
      quote_id: typed(form, "quote"),
      promotion_code: typed(form, "code"),
    }),
  );
}

export async function cancel(slug: string, _: FormState, form: FormData): Promise<FormState> {
  return carryOut(slug, form, "canceled", (api) =>
    api.subscriptions.cancel.mutate({
      id: typed(form, "subscription") ?? "",
      at: "period_end",
      reason: typed(form, "reason"),
    }),
  );
}

export async function resume(slug: string, _: FormState, form: FormData): Promise<FormState> {
  return carryOut(slug, form, "resumed", (api) =>
    api.subscriptions.resume.mutate({ id: typed(form, "subscription") ?? "" }),
  );
}

export async function dropChange(slug: string, _: FormState, form: FormData): Promise<FormState> {
  return carryOut(slug, form, "dropped", (api) =>
    api.subscriptions.dropPendingChange.mutate({ id: typed(form, "subscription") ?? "" }),
  );
}

/** Makes the card that the form in the browser has just saved the one that is charged. Null when that is done. */
export async function saveCard(slug: string, paymentMethod: string): Promise<FormState | null> {
  beginAction(typeof slug === "string" && typeof paymentMethod === "string");
  const portal = await readPortal(slug);
  if (!portal) return null;
  try {
    await portal.api.paymentMethods.set.mutate({
      customer: portal.customerId,
      cardprovider_payment_method_id: paymentMethod,
    });
    return null;
  } catch (error) {
    return refusedFor(error, {});
  }
}
