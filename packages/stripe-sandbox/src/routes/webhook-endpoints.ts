import type Stripe from "stripe";
import { API_VERSION } from "../events.ts";
import { newId } from "../ids.ts";
import { MAX_WEBHOOK_ENDPOINTS } from "../limits.ts";
import { lock } from "../locking.ts";
import { makeWebhookEndpoint } from "../objects/webhook-endpoint.ts";
import type { Store } from "../store.ts";
import { invalid, lacking } from "../wire/failure.ts";
import { Flag, list, Metadata, paging, parametersOf, Text, Unsettable, WebUrl } from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";

const fields = parametersOf<Stripe.WebhookEndpointUpdateParams>()({
  description: Unsettable.optional(),
  enabled_events: list(Text),
  metadata: Metadata.optional(),
  url: WebUrl,
});

/** The signing secret is shown in this answer alone. */
async function create({ store, params }: Call): Promise<Stripe.WebhookEndpoint> {
  const input = read({ ...fields, api_version: Text.optional() }, params);
  checkLive(store, input.url);
  const version = input.api_version ?? null;
  if (version !== null && version !== API_VERSION) throw lacking(`events of API version ${version}`);
  await lock(store, ["webhook_endpoints"]);
  const others = await store.all<Stripe.WebhookEndpoint>("webhook_endpoint", {});
  if (others.length >= MAX_WEBHOOK_ENDPOINTS)
    throw invalid(`You have reached the maximum of ${MAX_WEBHOOK_ENDPOINTS} test webhook endpoints.`);
  const secret = newId("whsec");
  const endpoint = makeWebhookEndpoint(store.now, {
    url: input.url,
    enabledEvents: input.enabled_events,
    apiVersion: version,
    description: input.description || null,
    metadata: mergeMetadata(null, input.metadata),
  });
  store.add(endpoint, { secret });
  return { ...endpoint, secret };
}

/** An observed answer: https://github.com/stripe/stripe-connect-custom-rocketdeliveries/pull/10. */
function checkLive(store: Store, url: string): void {
  if (store.isLive && !url.startsWith("https://"))
    throw invalid(`Invalid URL: ${url}. URLs in livemode must begin with "https://"`, { param: "url" });
}

async function update(call: Call): Promise<Stripe.WebhookEndpoint> {
  const { store } = call;
  const shape = parametersOf<Stripe.WebhookEndpointUpdateParams>()({
    ...fields,
    enabled_events: fields.enabled_events.optional(),
    url: WebUrl.optional(),
    disabled: Flag.optional(),
  });
  const input = read(shape, call.params);
  if (input.url !== undefined) checkLive(store, input.url);
  const before = await store.get<Stripe.WebhookEndpoint>("webhook_endpoint", idOf(call));
  return store.put<Stripe.WebhookEndpoint>({
    ...before,
    description: input.description === undefined ? before.description : input.description || null,
    enabled_events: input.enabled_events ?? before.enabled_events,
    metadata: mergeMetadata(before.metadata, input.metadata),
    status: input.disabled === undefined ? before.status : input.disabled ? "disabled" : "enabled",
    url: input.url ?? before.url,
  });
}

async function remove(call: Call): Promise<Stripe.DeletedWebhookEndpoint> {
  read({}, call.params);
  const { id } = await call.store.get<Stripe.WebhookEndpoint>("webhook_endpoint", idOf(call));
  await call.store.remove(id);
  return { id, object: "webhook_endpoint", deleted: true };
}

async function retrieve(call: Call): Promise<Stripe.WebhookEndpoint> {
  read({}, call.params);
  return call.store.get<Stripe.WebhookEndpoint>("webhook_endpoint", idOf(call));
}

function listEndpoints(call: Call) {
  return call.store.list<Stripe.WebhookEndpoint>(
    "webhook_endpoint",
    "/v1/webhook_endpoints",
    read(paging, call.params),
  );
}

export const webhookEndpointRoutes: Route[] = [
  { method: "POST", path: "/v1/webhook_endpoints", handle: create },
  { method: "GET", path: "/v1/webhook_endpoints", handle: listEndpoints },
  { method: "GET", path: "/v1/webhook_endpoints/:id", handle: retrieve },
  { method: "POST", path: "/v1/webhook_endpoints/:id", handle: update },
  { method: "DELETE", path: "/v1/webhook_endpoints/:id", handle: remove },
];
