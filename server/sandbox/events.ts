import { newId, type Store } from "./store.ts";

/** The version whose shapes the sandbox has. */
export const API_VERSION = "2026-10-28.endive";

/** An event as it goes over the wire: the SDK's own union of events cannot be built from a type that is chosen at run time. */
interface WireEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

interface Endpoint {
  id: string;
  object: "webhook_endpoint";
  enabled_events: string[];
  status: string;
}

/** Writes down that something happened to an object, and what is to be delivered to whom, in the change's own transaction. */
export async function emit(store: Store, type: string, object: object): Promise<void> {
  const endpoints = await store.list<Endpoint>("webhook_endpoint", "", { limit: 100 });
  const listeners = endpoints.data.filter(
    ({ enabled_events, status }) =>
      status === "enabled" && (enabled_events.includes("*") || enabled_events.includes(type)),
  );
  const event: WireEvent = {
    id: newId("evt"),
    object: "event",
    api_version: API_VERSION,
    created: store.now,
    data: { object },
    livemode: false,
    pending_webhooks: listeners.length,
    request: { id: null, idempotency_key: null },
    type,
  };
  await store.add(event);
  for (const endpoint of listeners) {
    const sql = "insert into stripe_sandbox.deliveries (account, endpoint, event) values ($1, $2, $3)";
    await store.client.query(sql, [store.account, endpoint.id, event.id]);
  }
}
