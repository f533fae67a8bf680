import type Stripe from "stripe";
import { z } from "zod";
import { modeNamed } from "../account-mode.ts";
import { changeSettings, settingsOf, TaxDefault } from "../account-settings.ts";
import { makeAccount } from "../objects/account.ts";
import { makeCountrySpec } from "../objects/country-spec.ts";
import { makeTaxSettings } from "../objects/tax-settings.ts";
import type { List } from "../select-list.ts";
import { checkCountry } from "../wire/countries.ts";
import { accountRefused, lacking } from "../wire/failure.ts";
import { pagingByDate, parametersOf, Text } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";

/** `accounts.retrieveCurrent()`: the account that the key belongs to, the same in both of its modes. */
async function retrieveCurrent({ store, params }: Call): Promise<Stripe.Account> {
  read({}, params);
  return makeAccount(modeNamed(store.account).account, await settingsOf(store));
}

/** `accounts.retrieve(id)`: of one's own account alone, since the sandbox has no connected ones. */
async function retrieve(call: Call): Promise<Stripe.Account> {
  const account = await retrieveCurrent(call);
  const wanted = idOf(call);
  if (wanted !== account.id) throw accountRefused(wanted);
  return account;
}

/** Connected accounts: "If you're not a platform, the list is empty" (SDK, Accounts.d.ts, list). */
function list({ params }: Call): List<Stripe.Account> {
  read(parametersOf<Stripe.AccountListParams>()(pagingByDate), params);
  return { object: "list", data: [], has_more: false, url: "/v1/accounts" };
}

/** What Stripe takes of accounts in a country; the sandbox's accounts are in the United States. */
function countrySpec(call: Call): Stripe.CountrySpec {
  read({}, call.params);
  const country = idOf(call);
  if (country !== "US") throw lacking(`the country ${country}; its accounts are in US`);
  return makeCountrySpec();
}

async function taxSettings({ store, params }: Call): Promise<Stripe.Tax.Settings> {
  read({}, params);
  return makeTaxSettings(await settingsOf(store));
}

/** Sets the head office, which makes Stripe Tax active, and what prices that do not say it contain: SDK, Tax/Settings.d.ts, update. */
async function changeTaxSettings({ store, params }: Call): Promise<Stripe.Tax.Settings> {
  const address = z.strictObject({
    city: Text.optional(),
    country: Text,
    line1: Text.optional(),
    line2: Text.optional(),
    postal_code: Text.optional(),
    state: Text.optional(),
  });
  const shape = parametersOf<Stripe.Tax.SettingsUpdateParams>()({
    defaults: z.strictObject({ tax_behavior: TaxDefault.optional() }).optional(),
    head_office: z.strictObject({ address }).optional(),
  });
  const { defaults, head_office: office } = read(shape, params);
  if (office) checkCountry(office.address.country, "head_office[address][country]");
  const settings = await changeSettings(store, {
    ...(defaults?.tax_behavior && { tax_behavior: defaults.tax_behavior }),
    ...(office && {
      head_office: { country: office.address.country, state: office.address.state ?? null },
      tax_active: true,
    }),
  });
  return makeTaxSettings(settings);
}

export const accountRoutes: Route[] = [
  { method: "GET", path: "/v1/account", handle: retrieveCurrent },
  { method: "GET", path: "/v1/accounts", handle: list },
  { method: "GET", path: "/v1/accounts/:id", handle: retrieve },
  { method: "GET", path: "/v1/country_specs/:id", handle: countrySpec },
  { method: "GET", path: "/v1/tax/settings", handle: taxSettings },
  { method: "POST", path: "/v1/tax/settings", handle: changeTaxSettings },
];
