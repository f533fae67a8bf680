"use server";

import { randomUUID } from "node:crypto";
import { isUsherError } from "@usher/client";
import { redirect } from "next/navigation";
import { loadPlans, monthly } from "../../lib/plans.ts";
import { needPerson } from "../../lib/session.ts";
import { clients, mayUse } from "../../lib/usher.ts";

/** What became of something that a person did. */
export interface Outcome {
  message: string;
  isRefused: boolean;
}

/** Counts tracked events, in one step with the check whether the plan has so many left. */
export async function track(quantity: number): Promise<Outcome> {
  const { customer } = await needPerson();
  const { usher, entitlements } = clients();
  const use = {
    customer,
    feature_key: "events",
    quantity: Math.min(Math.max(1, Math.floor(quantity)), 5_000),
  };
  try {
    // The id makes it safe to send again: the same event is counted once.
    await usher.usage.record({ ...use, event_id: randomUUID() });
    entitlements.count(use);
    return { message: `${use.quantity.toLocaleString("en")} tracked.`, isRefused: false };
  } catch (error) {
    if (!isUsherError(error, "usage_limit_reached")) throw error;
    return { message: "Your plan has not so many events left.", isRefused: true };
  }
}

/** A paid feature. The page shows a lock by useEntitlement; the gate is here. */
export async function saveSingleSignOn(_: Outcome | null, form: FormData): Promise<Outcome> {
  const { customer } = await needPerson();
  if (!(await mayUse(customer, "sso")))
    return { message: "Single sign-on is part of Scale.", isRefused: true };
  return { message: `People sign in at ${String(form.get("issuer"))} from now on.`, isRefused: false };
}

/** Sends a user with a subscription to the portal, and a user without one to the checkout. */
export async function upgrade(form: FormData): Promise<void> {
  const { customer, email } = await needPerson();
  const { usher } = clients();
  const { data } = await usher.subscriptions.list({ customer, limit: 10 });
  if (data.some(({ status }) => status !== "CANCELED")) return openPortal();
  const plan = (await loadPlans()).find(({ slug }) => slug === form.get("plan"));
  const price = plan && monthly(plan);
  if (!price) throw new Error("There is no such plan.");
  const { url } = await usher.checkout.create({ customer, email, plan_price_id: price.id });
  redirect(url);
}

/** Where customers change plan and card, see invoices and cancel: Usher's own page, in this product's colour. */
export async function openPortal(): Promise<void> {
  const { customer } = await needPerson();
  const { url } = await clients().usher.portal.createSession({ customer });
  redirect(url);
}
