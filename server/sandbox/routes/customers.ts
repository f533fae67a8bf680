import type Stripe from "stripe";
import { z } from "zod";
import { emit } from "../events.ts";
import { makeCustomer } from "../objects/customer.ts";
import { Int, Metadata, paging, read, Text, Unsettable } from "../wire/params.ts";
import { type Call, idOf, type Route } from "./route.ts";

const InvoiceSettings = z.strictObject({ default_payment_method: Unsettable.optional() });

const fields = {
  email: Unsettable.optional(),
  name: Unsettable.optional(),
  description: Unsettable.optional(),
  phone: Unsettable.optional(),
  balance: Int.optional(),
  metadata: Metadata.optional(),
  invoice_settings: InvoiceSettings.optional(),
};

async function create(call: Call): Promise<Stripe.Customer> {
  const { store } = call;
  const input = read({ ...fields, payment_method: Text.optional() }, call.params);
  const made = makeCustomer(store.now, {
    email: input.email || null,
    name: input.name || null,
    description: input.description || null,
    phone: input.phone || null,
    metadata: input.metadata ?? {},
  });
  const customer = await store.add<Stripe.Customer>({ ...made, balance: input.balance ?? 0 });
  await emit(store, "customer.created", customer);
  return customer;
}

async function update(call: Call): Promise<Stripe.Customer> {
  const { store } = call;
  const input = read(fields, call.params);
  const before = await store.get<Stripe.Customer>("customer", idOf(call));
  const method = input.invoice_settings?.default_payment_method;
  if (method) await ownMethod(call, before.id, method);
  const customer = await store.put<Stripe.Customer>({
    ...before,
    email: input.email === undefined ? before.email : input.email || null,
    name: input.name === undefined ? (before.name ?? null) : input.name || null,
    description: input.description === undefined ? before.description : input.description || null,
    phone: input.phone === undefined ? (before.phone ?? null) : input.phone || null,
    balance: input.balance ?? before.balance,
    metadata: mergeMetadata(before.metadata, input.metadata),
    invoice_settings: {
      ...before.invoice_settings,
      ...(method !== undefined && { default_payment_method: method || null }),
    },
  });
  await emit(store, "customer.updated", customer);
  return customer;
}

/** Refuses a payment method that is not attached to the customer. */
async function ownMethod({ store }: Call, customer: string, id: string): Promise<void> {
  const method = await store.get<Stripe.PaymentMethod>(
    "payment_method",
    id,
    "invoice_settings[default_payment_method]",
  );
  if (method.customer !== customer)
    await store.get("payment_method", "", "invoice_settings[default_payment_method]");
}

/** Keys that are sent empty go, others are set. */
export function mergeMetadata(
  before: Stripe.Metadata | null,
  change: Stripe.Metadata | undefined,
): Stripe.Metadata {
  if (change === undefined) return before ?? {};
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== "");
  return Object.fromEntries(merged);
}

async function remove(call: Call): Promise<Stripe.DeletedCustomer> {
  const customer = await call.store.get<Stripe.Customer>("customer", idOf(call));
  await call.store.remove(customer.id);
  await emit(call.store, "customer.deleted", customer);
  return { id: customer.id, object: "customer", deleted: true };
}

export const customerRoutes: Route[] = [
  { method: "POST", path: "/v1/customers", handle: create },
  { method: "POST", path: "/v1/customers/:id", handle: update },
  { method: "DELETE", path: "/v1/customers/:id", handle: remove },
  {
    method: "GET",
    path: "/v1/customers/:id",
    handle: (call) => call.store.get<Stripe.Customer>("customer", idOf(call)),
  },
  {
    method: "GET",
    path: "/v1/customers",
    handle: (call) => {
      const { email, ...page } = read({ ...paging, email: Text.optional() }, call.params);
      return call.store.list<Stripe.Customer>("customer", "/v1/customers", {
        ...page,
        ...(email && { where: { email } }),
      });
    },
  },
];
