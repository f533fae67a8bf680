"use server";

import { redirect } from "next/navigation";
import { errorName } from "../_lib/api.ts";
import { tenantOr404, visitorApi } from "../_lib/visitor.ts";
import { stepsIn } from "../_pricing/order.ts";
import { attempt, typed } from "./attempt.ts";
import type { FormState } from "./form-state.ts";

// The actions of the forms on a tenant's public pages; the page binds `slug`. Each calls an operation of the API on behalf of a
// visitor, with its rate limit, and its answers reveal nothing about other people.

/** The password as typed, with spaces; undefined when the form has no such field. */
function typedPassword(form: FormData): string | undefined {
  const password = form.get("password");
  return typeof password === "string" ? password : undefined;
}

export async function register(slug: string, _: FormState, form: FormData): Promise<FormState> {
  return attempt(slug, form, async (api) => {
    const { status } = await api.auth.register.mutate({
      email: typed(form, "email") ?? "",
      password: typedPassword(form),
      name: typed(form, "name"),
      invitation_token: typed(form, "token"),
      invitation_code: typed(form, "code"),
    });
    return status;
  });
}

export async function verifyEmail(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const state = await attempt(slug, form, async (api) => {
    const password = typedPassword(form) ?? "";
    const { user } = await api.auth.verifyEmail.mutate({ token: typed(form, "token") ?? "", password });
    form.set("email", user.email);
    return null;
  });
  return { ...state, values: { ...state.values, email: String(form.get("email") ?? "") } };
}

/** Confirms the address behind a place in line, and shows the place again: still to be confirmed where that was refused. */
export async function confirmPlace(slug: string, code: string): Promise<void> {
  const api = await visitorApi(await tenantOr404(slug));
  await api.waitlist.confirm.mutate({ referral_code: code }).catch((error: unknown) => {
    if (errorName(error) === null) throw error;
  });
  redirect(`/p/${slug}/waitlist-position?code=${encodeURIComponent(code)}` as never);
}

export async function requestPasswordReset(slug: string, _: FormState, form: FormData): Promise<FormState> {
  return attempt(slug, form, async (api) => {
    await api.auth.requestPasswordReset.mutate({ email: typed(form, "email") ?? "" });
    return null;
  });
}

export async function setPassword(slug: string, _: FormState, form: FormData): Promise<FormState> {
  return attempt(slug, form, async (api) => {
    const password = typedPassword(form) ?? "";
    await api.auth.confirmPasswordReset.mutate({ token: typed(form, "token") ?? "", password });
    return null;
  });
}

/** Redirects to the card provider's checkout page for the price and steps in the form. */
export async function openCheckout(slug: string, _: FormState, form: FormData): Promise<FormState> {
  let address = "";
  const state = await attempt(slug, form, async (api) => {
    const order = {
      plan_price_id: typed(form, "price") ?? "",
      email: typed(form, "email") ?? "",
      drivers: stepsIn(form),
    };
    address = (await api.checkout.openForVisitor.mutate(order)).url;
    return null;
  });
  // The card provider's page, not one of our routes.
  if (address !== "") redirect(address as never);
  return state;
}
