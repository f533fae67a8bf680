import type { z } from "zod";
import type {
  DunningEnd,
  MissingPermission,
  ProviderAccountFacts,
  ProviderTaxes,
  TaxBehavior,
} from "../../../../providers/port.ts";
import type { ProviderSettings } from "../../../tenants/provider/schema.ts";
import type { ProviderCheck } from "./schema.ts";

export type CheckLine = z.output<typeof ProviderCheck>["lines"][number];
type Found = Omit<CheckLine, "subject">;

// What each answer of the card provider means to the person who reads it, and what they can do.

const ok = (meaning: string): Found => ({ state: "OK", meaning, next: null });
const found = (state: CheckLine["state"], meaning: string, next: string): Found => ({ state, meaning, next });

const DASHBOARD_KEYS = "Stripe's dashboard (Developers, API keys)";

export function onRefusedKey(): Found {
  return found(
    "FAILED",
    "Stripe refuses the key: it is wrong, expired or revoked. Nothing can be sold by card, and what is sold is not kept up to date.",
    `Copy the key from ${DASHBOARD_KEYS} and connect it under Settings, Payments.`,
  );
}

export function onAbsence(): Found {
  return found(
    "FAILED",
    "Stripe cannot be reached from this server. Sales by card fail until it answers; nothing that was sold is lost.",
    "Look at status.stripe.com. If Stripe is well, check that this server may open connections to api.stripe.com, port 443. Usher tries again by itself.",
  );
}

/** A question that the provider refused, in the words of the refusal. */
export function onRefusal(reason: string): Found {
  return found(
    "UNKNOWN",
    `This could not be asked: ${reason}`,
    "Put right what the other lines name, and check again.",
  );
}

export function onAccount(
  { id }: Pick<ProviderAccountFacts, "id">,
  { isTestMode, isSandbox }: { isTestMode: boolean; isSandbox: boolean },
): Found {
  const who = isSandbox ? "The embedded sandbox answers in place of Stripe" : "Stripe answers";
  const account = id === null ? "its account cannot be read with this restricted key" : `account ${id}`;
  const mode = isTestMode ? "test mode: no real money moves" : "live mode: real money moves";
  return ok(`${who} and accepts the key: ${account}, ${mode}.`);
}

/** In test mode charges work before an account is activated: https://docs.stripe.com/keys#test-live-modes. */
export function onCharges(
  { canCharge, due }: Pick<ProviderAccountFacts, "canCharge" | "due">,
  isTestMode: boolean,
): Found {
  if (canCharge) return ok("The account may charge cards.");
  const where = "Stripe's dashboard (Settings, Business)";
  if (canCharge === null)
    return found(
      "UNKNOWN",
      "The restricted key may not read whether the account may charge cards.",
      `Look in ${where}, or allow the key to read the account.`,
    );
  const asked = due.length === 0 ? "" : ` Stripe still asks for: ${due.join(", ")}.`;
  const meaning = isTestMode
    ? "The account is not activated. Test mode works, but nothing can be sold in live mode."
    : "Stripe does not let this account charge cards: every sale and renewal by card is refused.";
  return found(isTestMode ? "WARNING" : "FAILED", meaning, `Complete the account in ${where}.${asked}`);
}

export function onCurrencies(
  { country, currency, currencies }: Pick<ProviderAccountFacts, "country" | "currency" | "currencies">,
  sold: string[],
): Found {
  if (country === null || currencies === null)
    return found(
      "UNKNOWN",
      "The key may not read the account's country and what Stripe takes there.",
      "Compare the currencies of your prices with https://docs.stripe.com/currencies.",
    );
  const where = `The account is in ${country} and is paid out in ${currency ?? "an unknown currency"}`;
  const refused = sold.filter((one) => !currencies.includes(one));
  if (refused.length > 0)
    return found(
      "FAILED",
      `${where}. Stripe does not take ${refused.join(", ")} there: sales at these prices are refused.`,
      `Archive the prices in ${refused.join(", ")}, or sell them by invoice.`,
    );
  if (sold.length === 0) return ok(`${where}. There are no prices yet.`);
  return ok(`${where}. Stripe takes all currencies of your prices: ${sold.join(", ")}.`);
}

export function onPermissions(missing: MissingPermission[]): Found {
  if (missing.length === 0) return ok("The key may do all that Usher does at Stripe.");
  const named = missing.map(({ resource, access }) => `${resource}: ${access === "read" ? "Read" : "Write"}`);
  return found(
    "FAILED",
    `The restricted key lacks permissions: ${named.join(", ")}. What needs them fails, such as a sale or a refund.`,
    `Edit the key in ${DASHBOARD_KEYS}, set ${named.join(", ")}, and check again. The key itself stays the same.`,
  );
}

export function onKeys(publishableKey: string | null, isPair: boolean): Found {
  if (publishableKey === null)
    return found(
      "WARNING",
      "There is no publishable key: the card form cannot be shown. Stripe's own checkout page works.",
      `Copy both keys from one page of ${DASHBOARD_KEYS} and connect them under Settings, Payments.`,
    );
  if (isPair) return ok("The publishable and the secret key belong to one account and mode.");
  return found(
    "FAILED",
    "The publishable key belongs to another account or mode than the secret key: cards of the card form are saved where Usher does not find them.",
    `Copy both keys from one page of ${DASHBOARD_KEYS} and connect them under Settings, Payments.`,
  );
}

export function onTaxes(
  { automaticTax, taxBehavior }: { automaticTax: boolean; taxBehavior: TaxBehavior | null },
  taxes: ProviderTaxes | null,
): Found {
  if (!automaticTax) return ok("Usher does not ask Stripe to calculate taxes: the setting is off.");
  if (taxes === null)
    return found(
      "UNKNOWN",
      "Stripe is to calculate taxes, and the restricted key may not read whether Stripe Tax is active.",
      "Look at https://dashboard.stripe.com/settings/tax, or allow the key to read the tax settings.",
    );
  if (taxes.isActive && taxBehavior === null && !taxes.hasDefaultBehavior)
    return found(
      "FAILED",
      "Stripe is to calculate taxes, and nobody has said whether your prices contain them: sales by card are refused.",
      "Choose it under Settings, Billing, Taxes, or set a default at https://dashboard.stripe.com/settings/tax.",
    );
  if (taxes.isActive)
    return ok("Stripe calculates taxes: Stripe Tax is active, and collects where you are registered.");
  const missing = taxes.missing.length === 0 ? "" : ` It lacks: ${taxes.missing.join(", ")}.`;
  return found(
    "FAILED",
    `Stripe is to calculate taxes, but Stripe Tax is not active: sales by card are refused.${missing}`,
    "Complete https://dashboard.stripe.com/settings/tax, or switch taxes by Stripe off in the settings until then.",
  );
}

const RETRIES = "Stripe's dashboard (Billing, Revenue recovery, Retries)";
const WORDS = { UNPAID: "keep it unpaid", CANCELED: "end it" } as const;
const LEAVE_UNPAID = `In ${RETRIES}, choose to mark the subscription as unpaid when all retries fail.`;

/**
 * Stripe leaves a subscription unpaid, and dunning_end_policy then decides; where Stripe ends it or leaves it past due, the policy is
 * never asked. Stripe tells its settings to nobody: what followed the last failure shows them.
 */
export function onDunning(policy: "UNPAID" | "CANCELED", end: DunningEnd | null): Found {
  if (end === null)
    return found(
      "UNKNOWN",
      `Stripe does not tell by its API how often it retries a failed payment, nor what it does after the last one, and no payment has failed that far yet. Usher expects that it marks the subscription as unpaid: your own policy (${WORDS[policy]}) then decides.`,
      LEAVE_UNPAID,
    );
  const last = "After the last retries that failed, Stripe";
  if (end === "UNPAID")
    return ok(`${last} left the subscription unpaid, so that your own policy (${WORDS[policy]}) decides.`);
  if (end === "CANCELED" && policy === "CANCELED")
    return ok(`${last} ended the subscription itself, as your own policy would have.`);
  return found(
    "WARNING",
    end === "CANCELED"
      ? `${last} ended the subscription itself, although your policy is to ${WORDS[policy]}: it cannot be paid any more.`
      : `${last} left the subscription past due: your own policy (${WORDS[policy]}) is never asked, and access ends with the days of grace alone.`,
    LEAVE_UNPAID,
  );
}

export function onApiVersion({ asked, answered }: ProviderAccountFacts["apiVersion"]): Found {
  if (answered === asked)
    return ok(`Stripe answers in the version of its API that Usher asks for, ${asked}.`);
  if (answered === null)
    return found(
      "UNKNOWN",
      `Stripe did not say in which version of its API it answered; Usher asks for ${asked}.`,
      "Check that no proxy between this server and api.stripe.com takes headers away.",
    );
  return found(
    "FAILED",
    `Usher asks for version ${asked} of Stripe's API, and was answered in ${answered}: answers may be misread.`,
    "Check that no proxy between this server and api.stripe.com changes headers; then update Usher.",
  );
}

export function onCallbacks({
  state,
  problem,
  failing,
}: z.output<typeof ProviderSettings>["callbacks"]): Found {
  if (state === "PROVEN" && failing.length > 0)
    return found(
      "WARNING",
      `Stripe's callbacks arrive, but ${failing.length} could not be handled yet. Usher tries them again.`,
      "Look at what they say under Settings, Payments.",
    );
  if (state === "PROVEN") return ok("Stripe's callbacks arrive: one just came, and its signature is right.");
  return found(
    "FAILED",
    "No callback of Stripe's came. Payments, failures and cancellations at Stripe stay unknown here until one does; what Usher asks for itself works.",
    problem ??
      "Check that Usher is running, that its address can be reached from the internet by https, and that no firewall or sign-in page stands before /webhooks/cardprovider. Then check again.",
  );
}
