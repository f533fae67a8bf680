import type Stripe from "stripe";
import { z } from "zod";
import { change, emit } from "../events.ts";
import { makePortalConfiguration } from "../objects/portal.ts";
import type { Store } from "../store.ts";
import { lacking } from "../wire/failure.ts";
import { Flag, Metadata, paging, parametersOf, UnsettableWebUrl, unsettableUpTo } from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { choiceOf, NewPortalFeatures, PortalFeatures, withFeatures } from "./portal-features.ts";
import { type Call, idOf, type Route } from "./route.ts";

type Configuration = Stripe.BillingPortal.Configuration;

const KIND = "billing_portal.configuration";
const PATH = "/v1/billing_portal/configurations";

/** `maxLength` in github.com/stripe/openapi. */
const MAX_HEADLINE = 60;
const MAX_NAME = 256;

const BusinessProfile = z.strictObject({
  headline: unsettableUpTo(MAX_HEADLINE).optional(),
  privacy_policy_url: UnsettableWebUrl.optional(),
  terms_of_service_url: UnsettableWebUrl.optional(),
});

const shared = {
  business_profile: BusinessProfile.optional(),
  default_return_url: UnsettableWebUrl.optional(),
  login_page: z.strictObject({ enabled: Flag }).optional(),
  metadata: Metadata.optional(),
  name: unsettableUpTo(MAX_NAME).optional(),
};

const CREATE = parametersOf<Stripe.BillingPortal.ConfigurationCreateParams>()({
  ...shared,
  features: NewPortalFeatures,
});

const UPDATE = parametersOf<Stripe.BillingPortal.ConfigurationUpdateParams>()({
  ...shared,
  active: Flag.optional(),
  features: PortalFeatures.optional(),
});

/** https://docs.stripe.com/api/customer_portal/configurations/create */
async function create({ store, params }: Call): Promise<Configuration> {
  const input = read(CREATE, params);
  const none = { headline: null, privacy_policy_url: null, terms_of_service_url: null };
  const bare = makePortalConfiguration(store.now, {
    businessProfile: profileOf(none, input.business_profile),
    returnUrl: input.default_return_url || null,
    name: input.name || null,
    metadata: mergeMetadata(null, input.metadata),
  });
  refuseLogin(input.login_page);
  const features = withFeatures(bare.features, input.features);
  const made = store.add<Configuration>(
    { ...bare, features },
    { ...(await choiceOf(store, input.features)) },
  );
  await emit(store, "billing_portal.configuration.created", made);
  return made;
}

function profileOf(
  before: Configuration["business_profile"],
  sent: z.output<typeof BusinessProfile> = {},
): Configuration["business_profile"] {
  const text = (value: string | undefined, was: string | null) => (value === undefined ? was : value || null);
  return {
    headline: text(sent.headline, before.headline),
    privacy_policy_url: text(sent.privacy_policy_url, before.privacy_policy_url),
    terms_of_service_url: text(sent.terms_of_service_url, before.terms_of_service_url),
  };
}

function refuseLogin(page: { enabled: boolean } | undefined): void {
  if (page?.enabled) throw lacking("the portal's login page");
}

async function load(call: Call): Promise<Configuration> {
  return call.store.get<Configuration>(KIND, idOf(call));
}

async function update(call: Call): Promise<Configuration> {
  const { store } = call;
  const input = read(UPDATE, call.params);
  refuseLogin(input.login_page);
  const before = await load(call);
  const { default_return_url: returnUrl, name } = input;
  const after: Configuration = {
    ...before,
    active: input.active ?? before.active,
    business_profile: profileOf(before.business_profile, input.business_profile),
    default_return_url: returnUrl === undefined ? before.default_return_url : returnUrl || null,
    features: withFeatures(before.features, input.features),
    metadata: mergeMetadata(before.metadata, input.metadata),
    name: name === undefined ? before.name : name || null,
    updated: store.now,
  };
  const choice = await choiceOf(store, input.features);
  return change<Configuration>(store, "billing_portal.configuration.updated", before, after, { ...choice });
}

/** Makes it the one that portal sessions have without naming any, as the Dashboard's settings do. */
export async function chooseDefault(store: Store, id: string): Promise<void> {
  const chosen = await store.get<Configuration>(KIND, id, "portal_configuration");
  const before = await store.all<Configuration>(KIND, { where: { is_default: true } });
  for (const one of before) store.put<Configuration>({ ...one, is_default: false });
  store.put<Configuration>({ ...chosen, is_default: true });
}

async function retrieve(call: Call): Promise<Configuration> {
  read({}, call.params);
  return load(call);
}

function listConfigurations(call: Call) {
  const shape = parametersOf<Stripe.BillingPortal.ConfigurationListParams>()({
    ...paging,
    active: Flag.optional(),
    is_default: Flag.optional(),
  });
  const { active, is_default, ...page } = read(shape, call.params);
  const where = { ...(active !== undefined && { active }), ...(is_default !== undefined && { is_default }) };
  return call.store.list<Configuration>(KIND, PATH, { ...page, where });
}

export const portalConfigurationRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  { method: "GET", path: PATH, handle: listConfigurations },
  { method: "GET", path: `${PATH}/:id`, handle: retrieve },
  { method: "POST", path: `${PATH}/:id`, handle: update },
];
