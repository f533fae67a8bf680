import type Stripe from "stripe";
import { newId } from "../ids.ts";

interface Facts {
  country: string;
  /** By the country's code in lower case. */
  options: Stripe.Tax.Registration.CountryOptions;
  activeFrom: number;
  expiresAt: number | null;
}

/** That the account may collect taxes in a place: SDK, Tax/Registrations.d.ts. */
export function makeTaxRegistration(now: number, facts: Facts): Stripe.Tax.Registration {
  const { country, options, activeFrom, expiresAt } = facts;
  return withStatus(now, {
    id: newId("taxreg"),
    object: "tax.registration",
    active_from: activeFrom,
    country,
    country_options: options,
    created: now,
    expires_at: expiresAt,
    livemode: false,
    status: "active",
  });
}

/** Its status "can be deduced from `active_from` and `expires_at`" (SDK, Tax/Registrations.d.ts). */
export function withStatus(now: number, registration: Stripe.Tax.Registration): Stripe.Tax.Registration {
  const { active_from, expires_at } = registration;
  const isOver = expires_at !== null && expires_at <= now;
  return { ...registration, status: isOver ? "expired" : active_from > now ? "scheduled" : "active" };
}
