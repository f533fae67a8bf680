import { isDeepStrictEqual } from "node:util";
import Stripe from "stripe";
import { withoutHidden } from "./expand.ts";
import { sendingOf } from "./faults.ts";
import { newId } from "./ids.ts";
import type { Store, Thing } from "./store.ts";

/** The version whose shapes the sandbox has, and the only one that it speaks. */
export const API_VERSION = Stripe.API_VERSION;

/** The fields that all of the SDK's events have. */
type Event = Pick<Stripe.Event, keyof Stripe.Event>;

/** Names of events that the sandbox sends. */
export type EventType = Stripe.Event["type"];

const listeners = new WeakMap<Store, Stripe.WebhookEndpoint[]>();

/** Writes down that something happened to an object, and what is to be delivered to whom, in the change's own transaction. */
export async function emit(store: Store, type: EventType, object: Thing, before?: object): Promise<void> {
  const wanting = (await endpoints(store)).filter(
    ({ enabled_events }) => enabled_events.includes("*") || enabled_events.includes(type),
  );
  const event: Event = {
    id: newId("evt"),
    object: "event",
    api_version: API_VERSION,
    created: store.now,
    // The name of the event decides the object's type, which every caller upholds; the SDK has one type for each name.
    data: {
      object: withoutHidden(object),
      ...(before && { previous_attributes: difference(before, object) }),
    } as Event["data"],
    livemode: false,
    pending_webhooks: wanting.length,
    request: { id: store.cause.requestId, idempotency_key: store.cause.idempotencyKey },
    type,
  };
  store.add(event);
  if (wanting.length === 0) return;
  const { copies, delayMs } = await sendingOf(store, type);
  const sql = `insert into stripe_sandbox.deliveries (account, endpoint, event, next_at)
    select $1, endpoint, $3, now() + $5 * interval '1 ms' from unnest($2::text[]) as endpoint, generate_series(1, $4)`;
  const endpointIds = wanting.map(({ id }) => id);
  await store.query(sql, [store.account, endpointIds, event.id, copies, delayMs]);
  store.hasDeliveries = true;
}

/** Replaces an object and sends an event of what changed; without a change there is none. */
export async function change<T extends Thing>(
  store: Store,
  type: EventType,
  before: T,
  after: T,
  hidden?: object,
): Promise<T> {
  store.put<T>(after, { ...hidden });
  if (Object.keys(difference(before, after)).length > 0) await emit(store, type, after, before);
  return after;
}

async function endpoints(store: Store): Promise<Stripe.WebhookEndpoint[]> {
  const known = listeners.get(store);
  if (known) return known;
  const found = await store.all<Stripe.WebhookEndpoint>("webhook_endpoint", { where: { status: "enabled" } });
  listeners.set(store, found);
  return found;
}

/** The fields that differ, with the values that they had: https://docs.stripe.com/api/events/object. */
function difference(before: object, after: object): Record<string, unknown> {
  const now = new Map<string, unknown>(Object.entries(after));
  const changed = Object.entries(before).flatMap(([name, was]): [string, unknown][] => {
    const is = now.get(name);
    if (isDeepStrictEqual(asSent(was), asSent(is))) return [];
    const areObjects = isPlain(was) && isPlain(is);
    return [[name, areObjects ? difference(was, is) : was]];
  });
  return Object.fromEntries(changed);
}

/** A value as JSON has it: without what is undefined. The database keeps the fields of objects in an order of its own. */
function asSent(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
