import type Stripe from "stripe";
import { z } from "zod";
import { isInEu, TAXED_COUNTRIES, TAXED_STATES } from "../billing/tax-table.ts";
import { makeTaxRegistration, withStatus } from "../objects/tax-registration.ts";
import type { List } from "../select-list.ts";
import { checkCountry } from "../wire/countries.ts";
import { invalid, lacking } from "../wire/failure.ts";
import { paging, parametersOf, Seconds, Text } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";

const PATH = "/v1/tax/registrations";

const Moment = z.union([z.literal("now"), Seconds]);

const Standard = z.strictObject({ type: z.literal("standard") });
/** The one-stop shop of the EU counts for all of its countries: https://docs.stripe.com/tax/supported-countries/european-union. */
const European = z.strictObject({ type: z.enum(["standard", "oss_non_union", "oss_union"]) });
const State = z.strictObject({ state: Text, type: z.literal("state_sales_tax") });

/** What can be said of a registration in each country of the sandbox's table of rates. */
const Options = z.strictObject({
  at: European.optional(),
  be: European.optional(),
  ch: Standard.optional(),
  de: European.optional(),
  es: European.optional(),
  fr: European.optional(),
  gb: Standard.optional(),
  ie: European.optional(),
  it: European.optional(),
  jp: Standard.optional(),
  nl: European.optional(),
  us: State.optional(),
});

const CREATE = parametersOf<Stripe.Tax.RegistrationCreateParams>()({
  active_from: Moment,
  country: Text,
  country_options: Options,
  expires_at: Seconds.optional(),
});

/**
 * Says that the account is registered in a place, from when on its taxes are collected there: https://docs.stripe.com/tax/registrations-api.
 * The words of what is refused: no source.
 */
function create({ store, params }: Call): Stripe.Tax.Registration {
  const input = read(CREATE, params);
  const { country, country_options: sent } = input;
  checkCountry(country, "country");
  if (!TAXED_COUNTRIES.includes(country))
    throw lacking(
      `registrations in ${country}; its rates are those of ${TAXED_COUNTRIES.join(", ")}`,
      "country",
    );
  const param = `country_options[${country.toLowerCase()}]`;
  const [[key, options] = [], ...others] = Object.entries(sent);
  if (key !== country.toLowerCase() || !options || others.length > 0)
    throw invalid(`The options must be those of ${country}, and no others.`, { param });
  if ("state" in options && !TAXED_STATES.includes(options.state))
    throw lacking(
      `registrations in the state ${options.state}; its states are ${TAXED_STATES.join(", ")}`,
      `${param}[state]`,
    );
  const activeFrom = input.active_from === "now" ? store.now : input.active_from;
  if (activeFrom < store.now)
    throw invalid("The registration must become active now or in the future.", { param: "active_from" });
  if (input.expires_at !== undefined && input.expires_at <= activeFrom)
    throw invalid("The registration must expire after it becomes active.", { param: "expires_at" });
  // "Place of supply scheme used in an EU standard registration": the usual one is the only one here.
  const scheme = isInEu(country) &&
    options.type === "standard" && { standard: { place_of_supply_scheme: "standard" } };
  return store.add(
    makeTaxRegistration(store.now, {
      country,
      options: { [key]: { ...options, ...scheme } },
      activeFrom,
      expiresAt: input.expires_at ?? null,
    }),
  );
}

/** "A registration cannot be deleted": it ends by `expires_at` (SDK, Tax/Registrations.d.ts, update). */
async function update(call: Call): Promise<Stripe.Tax.Registration> {
  const { store } = call;
  const shape = parametersOf<Stripe.Tax.RegistrationUpdateParams>()({
    active_from: Moment.optional(),
    expires_at: z.union([z.literal(""), Moment]).optional(),
  });
  const input = read(shape, call.params);
  const before = await store.get<Stripe.Tax.Registration>("tax.registration", idOf(call));
  const momentOf = (sent: "now" | number) => (sent === "now" ? store.now : sent);
  const active_from = input.active_from === undefined ? before.active_from : momentOf(input.active_from);
  const { expires_at: sent } = input;
  const expires_at = sent === undefined ? before.expires_at : sent === "" ? null : momentOf(sent);
  if (expires_at !== null && expires_at <= active_from)
    throw invalid("The registration must expire after it becomes active.", { param: "expires_at" });
  return store.put(withStatus(store.now, { ...before, active_from, expires_at }));
}

async function retrieve(call: Call): Promise<Stripe.Tax.Registration> {
  read({}, call.params);
  const found = await call.store.get<Stripe.Tax.Registration>("tax.registration", idOf(call));
  return withStatus(call.store.now, found);
}

async function list({ store, params }: Call): Promise<List<Stripe.Tax.Registration>> {
  const shape = parametersOf<Stripe.Tax.RegistrationListParams>()({
    ...paging,
    status: z.literal("all").optional(),
  });
  const { status: _, ...page } = read(shape, params);
  const found = await store.list<Stripe.Tax.Registration>("tax.registration", PATH, page);
  return { ...found, data: found.data.map((one) => withStatus(store.now, one)) };
}

export const taxRegistrationRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  { method: "GET", path: PATH, handle: list },
  { method: "GET", path: `${PATH}/:id`, handle: retrieve },
  { method: "POST", path: `${PATH}/:id`, handle: update },
];
