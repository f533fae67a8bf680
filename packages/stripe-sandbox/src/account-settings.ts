import { z } from "zod";
import { lock } from "./locking.ts";
import type { Store } from "./store.ts";

/** What an account's billing settings say in the Dashboard: https://dashboard.stripe.com/settings/billing/automatic. */
export interface AccountSettings {
  id: string;
  object: "sandbox.settings";
  /**
   * Days after each failed charge on which it is tried again. Stripe's own retries are chosen by a model; this is the fixed
   * schedule that it offers instead: https://docs.stripe.com/billing/revenue-recovery/smart-retries#customize.
   */
  retry_days: number[];
  /**
   * What becomes of a subscription when the last attempt to charge it has failed. Stripe has no request for it: an account's
   * owner chooses it in the Dashboard (https://docs.stripe.com/billing/revenue-recovery/smart-retries). A new account cancels;
   * ours here is set as docs/self-hosting.md tells owners to set theirs, so that the tenant's own policy decides.
   */
  after_last_retry: "cancel" | "unpaid" | "past_due";
  /**
   * Whether a secret key may send card numbers. Stripe's default is no:
   * https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis.
   */
  raw_card_data: boolean;
  /** Whether the account may charge: `Account.charges_enabled`. Stripe says no until its owner has told all that it asks for. */
  charges_enabled: boolean;
  /** Where the business is: the country and, in the United States, the state of `Tax.Settings.head_office`. */
  head_office: { country: string; state: string | null };
  /** Whether Stripe Tax has the address of the head office, which it needs: `Tax.Settings.status`. */
  tax_active: boolean;
  /** `Tax.Settings.defaults.tax_behavior`: of prices that do not say whether they contain taxes; null until its owner chooses one. */
  tax_behavior: z.output<typeof TaxDefault> | null;
}

/** "Once specified, it cannot be changed back to null" (SDK, Tax.SettingsUpdateParams.Defaults). */
export const TaxDefault = z.enum(["exclusive", "inclusive", "inferred_by_currency"]);

const ID = "sandbox_settings";

const STANDARD: AccountSettings = {
  id: ID,
  object: "sandbox.settings",
  retry_days: [3, 5, 7],
  after_last_retry: "unpaid",
  raw_card_data: false,
  charges_enabled: true,
  head_office: { country: "US", state: "CA" },
  tax_active: true,
  tax_behavior: null,
};

export async function settingsOf(store: Store): Promise<AccountSettings> {
  // What was kept before a setting existed is without it.
  return { ...STANDARD, ...(await store.find<AccountSettings>("sandbox.settings", ID)) };
}

export async function changeSettings(
  store: Store,
  change: Partial<Omit<AccountSettings, "id" | "object">>,
): Promise<AccountSettings> {
  await lock(store, [ID]);
  const settings: AccountSettings = { ...(await settingsOf(store)), ...change };
  return (await store.findAny(ID)) ? store.put(settings) : store.add(settings);
}
