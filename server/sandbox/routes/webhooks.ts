import type Stripe from "stripe";
import { z } from "zod";
import { makeWebhookEndpoint } from "../objects/webhook-endpoint.ts";
import { newId } from "../store.ts";
import { Flag, list, Metadata, paging, read, Text, Unsettable } from "../wire/params.ts";
import { type Call, idOf, type Route } from "./route.ts";

const fields = {
  enabled_events: list(Text),
  url: z.url(),
  description: Unsettable.optional(),
  metadata: Metadata.optional(),
};

/** The signing secret is shown in this answer alone. */
async function create(call: Call): Promise<Stripe.WebhookEndpoint> {
  const { store } = call;
  const input = read({ ...fields, api_version: Text.optional() }, call.params);
  const secret = newId("whsec");
  const endpoint = makeWebhookEndpoint(store.now, {
    url: input.url,
    enabledEvents: input.enabled_events,
    apiVersion: input.api_version ?? null,
    description: input.description || null,
    metadata: input.metadata ?? {},
  });
  await store.add(endpoint, { secret });
  return { ...endpoint, secret };
}

async function update(call: Call): Promise<Stripe.WebhookEndpoint> {
  const { store } = call;
  const input = read(
    {
      enabled_events: fields.enabled_events.optional(),
      url: z.url().optional(),
      disabled: Flag.optional(),
      description: fields.description,
      metadata: fields.metadata,
    },
    call.params,
  );
  const before = await store.get<Stripe.WebhookEndpoint>("webhook_endpoint", idOf(call));
  return store.put<Stripe.WebhookEndpoint>({
    ...before,
    enabled_events: input.enabled_events ?? before.enabled_events,
    url: input.url ?? before.url,
    status: input.disabled === undefined ? before.status : input.disabled ? "disabled" : "enabled",
    description: input.description === undefined ? before.description : input.description || null,
    metadata: input.metadata ?? before.metadata,
  });
}

async function remove(call: Call): Promise<Stripe.DeletedWebhookEndpoint> {
  const { id } = await call.store.get<Stripe.WebhookEndpoint>("webhook_endpoint", idOf(call));
  await call.store.remove(id);
  return { id, object: "webhook_endpoint", deleted: true };
}

export const webhookRoutes: Route[] = [
  { method: "POST", path: "/v1/webhook_endpoints", handle: create },
  { method: "POST", path: "/v1/webhook_endpoints/:id", handle: update },
  { method: "DELETE", path: "/v1/webhook_endpoints/:id", handle: remove },
  {
    method: "GET",
    path: "/v1/webhook_endpoints/:id",
    handle: (call) => call.store.get<Stripe.WebhookEndpoint>("webhook_endpoint", idOf(call)),
  },
  {
    method: "GET",
    path: "/v1/webhook_endpoints",
    handle: (call) =>
      call.store.list<Stripe.WebhookEndpoint>(
        "webhook_endpoint",
        "/v1/webhook_endpoints",
        read(paging, call.params),
      ),
  },
  { method: "GET", path: "/v1/events/:id", handle: (call) => call.store.get("event", idOf(call)) },
  {
    method: "GET",
    path: "/v1/events",
    handle: (call) => {
      const { type, ...page } = read({ ...paging, type: Text.optional() }, call.params);
      return call.store.list("event", "/v1/events", { ...page, ...(type && { where: { type } }) });
    },
  },
];
