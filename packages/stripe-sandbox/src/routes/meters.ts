import type Stripe from "stripe";
import { z } from "zod";
import { change, emit } from "../events.ts";
import { lock } from "../locking.ts";
import { makeMeter } from "../objects/meter.ts";
import { invalid } from "../wire/failure.ts";
import { paging, parametersOf, Text } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";

type Meter = Stripe.Billing.Meter;

const KIND = "billing.meter";
const PATH = "/v1/billing/meters";

const CREATE = parametersOf<Stripe.Billing.MeterCreateParams>()({
  customer_mapping: z.strictObject({ event_payload_key: Text, type: z.literal("by_id") }).optional(),
  default_aggregation: z.strictObject({ formula: z.enum(["count", "last", "sum"]) }),
  display_name: Text,
  event_name: Text,
  event_time_window: z.enum(["day", "hour"]).optional(),
  value_settings: z.strictObject({ event_payload_key: Text }).optional(),
});

/** https://docs.stripe.com/api/billing/meter/create: the keys are `stripe_customer_id` and `value` unless they are given. */
async function create({ store, params }: Call): Promise<Meter> {
  const input = read(CREATE, params);
  await lock(store, [`meter:${input.event_name}`]);
  const where = { event_name: input.event_name, status: "active" };
  if ((await store.all<Meter>(KIND, { where })).length > 0)
    throw invalid(`An active meter with the event name ${input.event_name} already exists.`, {
      code: "resource_already_exists",
      param: "event_name",
    });
  const meter = store.add(
    makeMeter(store.now, {
      name: input.display_name,
      eventName: input.event_name,
      formula: input.default_aggregation.formula,
      customerKey: input.customer_mapping?.event_payload_key ?? "stripe_customer_id",
      valueKey: input.value_settings?.event_payload_key ?? "value",
      window: input.event_time_window ?? null,
    }),
  );
  await emit(store, "billing.meter.created", meter);
  return meter;
}

function load(call: Call): Promise<Meter> {
  return call.store.get<Meter>(KIND, idOf(call));
}

async function update(call: Call): Promise<Meter> {
  const shape = parametersOf<Stripe.Billing.MeterUpdateParams>()({ display_name: Text.optional() });
  const { display_name: name } = read(shape, call.params);
  const before = await load(call);
  const { now } = call.store;
  if (name === undefined || name === before.display_name) return before;
  return change<Meter>(call.store, "billing.meter.updated", before, {
    ...before,
    display_name: name,
    updated: now,
  });
}

async function retrieve(call: Call): Promise<Meter> {
  read({}, call.params);
  return load(call);
}

/** Switches a meter off, or on again; once it is so, it cannot be asked for again. */
async function become(call: Call, status: "active" | "inactive"): Promise<Meter> {
  read({}, call.params);
  const before = await load(call);
  const { now } = call.store;
  if (before.status === status) throw invalid(`Meter ${before.id} is ${status} already.`);
  const isOff = status === "inactive";
  const after: Meter = {
    ...before,
    status,
    status_transitions: { deactivated_at: isOff ? now : null },
    updated: now,
  };
  return change<Meter>(
    call.store,
    isOff ? "billing.meter.deactivated" : "billing.meter.reactivated",
    before,
    after,
  );
}

function list({ store, params }: Call) {
  const shape = parametersOf<Stripe.Billing.MeterListParams>()({
    ...paging,
    status: z.enum(["active", "inactive"]).optional(),
  });
  const { status, ...page } = read(shape, params);
  return store.list<Meter>(KIND, PATH, { ...page, where: { ...(status && { status }) } });
}

export const meterRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  { method: "GET", path: PATH, handle: list },
  { method: "GET", path: `${PATH}/:id`, handle: retrieve },
  { method: "POST", path: `${PATH}/:id`, handle: update },
  { method: "POST", path: `${PATH}/:id/deactivate`, handle: (call) => become(call, "inactive") },
  { method: "POST", path: `${PATH}/:id/reactivate`, handle: (call) => become(call, "active") },
];
