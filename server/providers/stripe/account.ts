import Stripe from "stripe";
import type { CardProvider, DunningEnd, ProviderAccountFacts } from "../port.ts";
import { API_VERSION } from "./callbacks.ts";
import { callStripe, isMissing } from "./errors.ts";

/** How many ended subscriptions are looked through for one that a failed payment ended. */
const LOOKED_THROUGH = 100;

/**
 * The account that the key belongs to (GET /v1/account, `accounts.retrieveCurrent` of the SDK). Stripe answers 403 when a restricted
 * key lacks the permission: https://docs.stripe.com/keys/restricted-api-keys.
 */
export function account(
  stripe: Stripe,
  browser: Stripe | null,
): Pick<CardProvider, "readAccountId" | "readAccount" | "readTaxes" | "readDunningEnd" | "hasMatchingKeys"> {
  return {
    readAccount: () => callStripe(() => readAccount(stripe)),
    readTaxes: () =>
      callStripe(() =>
        ifPermitted(async () => {
          const { status, status_details, defaults } = await stripe.tax.settings.retrieve();
          return {
            isActive: status === "active",
            missing: status_details.pending?.missing_fields ?? [],
            hasDefaultBehavior: defaults.tax_behavior !== null,
          };
        }),
      ),
    readDunningEnd: () => callStripe(() => readDunningEnd(stripe)),
    hasMatchingKeys: () => callStripe(async () => browser === null || hasMatchingKeys(stripe, browser)),
    readAccountId: () =>
      callStripe(() => ifPermitted(async () => (await stripe.accounts.retrieveCurrent()).id)),
  };
}

/** The answer; null where a restricted key may not read it. */
async function ifPermitted<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return null;
    throw error;
  }
}

/** The header Stripe-Version of an answer, a refusal included, names the version that answered (`apiVersion` of the SDK's Response). */
async function readAccount(stripe: Stripe): Promise<ProviderAccountFacts> {
  try {
    const account = await stripe.accounts.retrieveCurrent();
    const { requirements, country = null, default_currency: currency = null } = account;
    const due = [...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])];
    return {
      id: account.id,
      country,
      currency: currency?.toUpperCase() ?? null,
      currencies: country === null ? null : await currenciesOf(stripe, country),
      canCharge: account.charges_enabled,
      due: [...new Set(due)].sort(),
      apiVersion: { asked: API_VERSION, answered: account.lastResponse.apiVersion ?? null },
    };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
    const unknown = { id: null, country: null, currency: null, currencies: null, canCharge: null, due: [] };
    const answered = error.headers?.["stripe-version"] ?? null;
    return { ...unknown, apiVersion: { asked: API_VERSION, answered } };
  }
}

/** "Currencies that can be accepted in the specified country (for payments)" (CountrySpec in the SDK); null where there is no answer. */
async function currenciesOf(stripe: Stripe, country: string): Promise<string[] | null> {
  try {
    const { supported_payment_currencies: all } = await stripe.countrySpecs.retrieve(country);
    return all.map((currency) => currency.toUpperCase());
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError || isMissing(error)) return null;
    throw error;
  }
}

/**
 * Stripe has no request for the settings of retries and of what follows them: "To configure subscription retries in your Dashboard"
 * (https://docs.stripe.com/billing/revenue-recovery/smart-retries). What followed shows them: a subscription that is `unpaid`, one that
 * was canceled for `payment_failed`, or one that is `past_due` with an invoice that is not tried again.
 */
async function readDunningEnd(stripe: Stripe): Promise<DunningEnd | null> {
  const { data: unpaid } = await stripe.subscriptions.list({ status: "unpaid", limit: 1 });
  const { data: canceled } = await stripe.subscriptions.list({ status: "canceled", limit: LOOKED_THROUGH });
  const { data: overdue } = await stripe.subscriptions.list({
    status: "past_due",
    limit: LOOKED_THROUGH,
    expand: ["data.latest_invoice"],
  });
  const ended = canceled.filter(({ cancellation_details: why }) => why?.reason === "payment_failed");
  const found: [number, DunningEnd][] = [
    ...unpaid.map((one): [number, DunningEnd] => [periodOf(one), "UNPAID"]),
    ...ended.map((one): [number, DunningEnd] => [periodOf(one), "CANCELED"]),
    ...overdue.filter(isGivenUp).map((one): [number, DunningEnd] => [periodOf(one), "PAST_DUE"]),
  ];
  return found.sort(([one], [other]) => other - one)[0]?.[1] ?? null;
}

/** The begin of the period whose payment failed, by which the newest failure is known. */
const periodOf = ({ items, created }: Stripe.Subscription) =>
  Math.max(created, ...items.data.map((item) => item.current_period_start));

/**
 * Whether the open invoice was tried and is not tried again. `next_payment_attempt` is "The time at which payment will next be attempted",
 * and null of invoices that are sent, which are left out (SDK, Invoice).
 */
function isGivenUp({ latest_invoice: invoice }: Stripe.Subscription): boolean {
  if (invoice === null || typeof invoice === "string") return false;
  const isCharged = invoice.collection_method === "charge_automatically";
  return isCharged && invoice.status === "open" && invoice.attempted && invoice.next_payment_attempt === null;
}

/**
 * An intent that the secret key makes is found with the publishable key of its account and mode alone: "Client-side retrieval using a
 * publishable key is allowed when the client_secret is provided in the query string" (the SDK's SetupIntents.retrieve).
 */
async function hasMatchingKeys(stripe: Stripe, browser: Stripe): Promise<boolean> {
  const { id, client_secret } = await stripe.setupIntents.create({
    automatic_payment_methods: { enabled: true },
    metadata: { usher_check: "keys" },
  });
  try {
    await browser.setupIntents.retrieve(id, { client_secret: client_secret ?? "" });
    return true;
  } catch (error) {
    const isUnknown = error instanceof Stripe.errors.StripeAuthenticationError || isMissing(error);
    if (isUnknown) return false;
    throw error;
  } finally {
    await stripe.setupIntents.cancel(id);
  }
}
