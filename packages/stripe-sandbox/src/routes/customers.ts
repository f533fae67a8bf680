import type Stripe from "stripe";
import { z } from "zod";
import { recordBalance } from "../billing/balance.ts";
import { cancelNow } from "../billing/cancel.ts";
import { change, emit } from "../events.ts";
import { lock, setTime } from "../locking.ts";
import { makeCustomer } from "../objects/customer.ts";
import type { Store } from "../store.ts";
import { checkCountry } from "../wire/countries.ts";
import { invalid, missing } from "../wire/failure.ts";
import {
  Email,
  Int,
  Metadata,
  pagingByDate,
  parametersOf,
  Text,
  Unsettable,
  unsettableUpTo,
} from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { attach, methodNamed } from "./payment-methods.ts";
import { type Call, idOf, type Route } from "./route.ts";
import { searchCustomers } from "./search-customers.ts";

/** https://docs.stripe.com/changelog/2018-10-31/descriptions-customers-character-limit */
const MAX_DESCRIPTION = 350;
/** `maxLength` in github.com/stripe/openapi; github.com/sagemathinc/cocalc/issues/4656 met the first. */
const MAX_NAME = 256;
const MAX_PHONE = 20;

const Address = z.strictObject({
  city: Unsettable.optional(),
  country: Unsettable.optional(),
  line1: Unsettable.optional(),
  line2: Unsettable.optional(),
  postal_code: Unsettable.optional(),
  state: Unsettable.optional(),
});

const fields = parametersOf<Stripe.CustomerUpdateParams>()({
  address: z.union([z.literal(""), Address]).optional(),
  balance: Int.optional(),
  description: unsettableUpTo(MAX_DESCRIPTION).optional(),
  email: Email.optional(),
  invoice_settings: z.strictObject({ default_payment_method: Unsettable.optional() }).optional(),
  metadata: Metadata.optional(),
  name: unsettableUpTo(MAX_NAME).optional(),
  phone: unsettableUpTo(MAX_PHONE).optional(),
  tax_exempt: z.enum(["", "exempt", "none", "reverse"]).optional(),
});

const CREATE = parametersOf<Stripe.CustomerCreateParams>()({
  ...fields,
  payment_method: Text.optional(),
  test_clock: Text.optional(),
});

type Change = z.output<z.ZodObject<typeof fields>>;

async function create(call: Call): Promise<Stripe.Customer> {
  const { store } = call;
  const { payment_method: method, test_clock: clock, ...input } = read(CREATE, call.params);
  if (clock !== undefined) await joinClock(store, clock);
  const customer = store.add(withChange(makeCustomer(store.now, clock ?? null), input));
  if (method !== undefined)
    await attach(store, await methodNamed(store, method, "payment_method"), customer.id);
  const chosen = await ownMethod(store, customer.id, input.invoice_settings?.default_payment_method);
  const made = store.put<Stripe.Customer>({ ...customer, ...chosenMethod(customer, chosen) });
  await recordChange(store, { ...made, balance: 0 }, made.balance, "initial");
  await emit(store, "customer.created", made);
  return made;
}

/** What is left of a customer who was deleted. */
const GONE = "deleted_customer";
const MAX_PER_CLOCK = 3;

/** A test clock takes three customers: https://docs.stripe.com/billing/testing/test-clocks/api-advanced-usage. */
async function joinClock(store: Store, clock: string): Promise<void> {
  await lock(store, [clock]);
  await setTime(store, clock);
  const others = await store.all<Stripe.Customer>("customer", { where: { test_clock: clock } });
  if (others.length >= MAX_PER_CLOCK) {
    throw invalid(`A test clock cannot have more than ${MAX_PER_CLOCK} customers.`, {
      param: "test_clock",
    });
  }
}

async function update(call: Call): Promise<Stripe.Customer> {
  const { store } = call;
  const input = read(fields, call.params);
  const before = await store.get<Stripe.Customer>("customer", idOf(call));
  const chosen = await ownMethod(store, before.id, input.invoice_settings?.default_payment_method);
  const after = withChange(before, input);
  await recordChange(store, before, after.balance, "adjustment");
  return change<Stripe.Customer>(store, "customer.updated", before, {
    ...after,
    ...chosenMethod(after, chosen),
  });
}

/** A balance that is set leaves a transaction: https://docs.stripe.com/billing/customer/balance#types. */
async function recordChange(
  store: Store,
  before: Stripe.Customer,
  balance: number,
  type: "adjustment" | "initial",
): Promise<void> {
  const amount = balance - before.balance;
  if (amount !== 0) await recordBalance(store, before, { amount, currency: before.currency ?? "usd", type });
}

function withChange(customer: Stripe.Customer, input: Change): Stripe.Customer {
  const text = (sent: string | undefined, was: string | null | undefined) =>
    sent === undefined ? (was ?? null) : sent || null;
  return {
    ...customer,
    address: input.address === undefined ? (customer.address ?? null) : addressOf(input.address),
    balance: input.balance ?? customer.balance,
    description: text(input.description, customer.description),
    email: text(input.email, customer.email),
    metadata: mergeMetadata(customer.metadata, input.metadata),
    name: text(input.name, customer.name),
    phone: text(input.phone, customer.phone),
    tax_exempt: input.tax_exempt === undefined ? (customer.tax_exempt ?? "none") : input.tax_exempt || "none",
  };
}

function addressOf(sent: "" | z.output<typeof Address>): Stripe.Address | null {
  if (sent === "") return null;
  if (sent.country) checkCountry(sent.country);
  const { city, country, line1, line2, postal_code, state } = sent;
  return {
    city: city || null,
    country: country || null,
    line1: line1 || null,
    line2: line2 || null,
    postal_code: postal_code || null,
    state: state || null,
  };
}

function chosenMethod(
  customer: Stripe.Customer,
  chosen: string | null | undefined,
): Pick<Stripe.Customer, "invoice_settings"> {
  const settings = customer.invoice_settings;
  return {
    invoice_settings: chosen === undefined ? settings : { ...settings, default_payment_method: chosen },
  };
}

/** Refuses a default payment method that is not attached to the customer; null unsets it. */
async function ownMethod(
  store: Store,
  customer: string,
  named: string | undefined,
): Promise<string | null | undefined> {
  if (named === undefined) return undefined;
  if (named === "") return null;
  const param = "invoice_settings[default_payment_method]";
  const method = await methodNamed(store, named, param);
  if (method.customer === customer) return method.id;
  if (method.customer === null && named.startsWith("pm_card_"))
    return (await attach(store, method, customer)).id;
  throw missing("payment_method", named, param);
}

/** Deleting ends the customer's subscriptions at once: https://docs.stripe.com/api/customers/delete. */
async function remove(call: Call): Promise<Stripe.DeletedCustomer> {
  const { store } = call;
  read({}, call.params);
  const customer = await store.get<Stripe.Customer>("customer", idOf(call));
  const subscriptions = await store.all<Stripe.Subscription>("subscription", {
    where: { customer: customer.id },
  });
  for (const subscription of subscriptions) {
    const isOver = subscription.status === "canceled" || subscription.status === "incomplete_expired";
    if (!isOver) await cancelNow(store, subscription);
  }
  store.put({ id: customer.id, object: GONE });
  await emit(store, "customer.deleted", customer);
  return { id: customer.id, object: "customer", deleted: true };
}

function list(call: Call) {
  const shape = parametersOf<Stripe.CustomerListParams>()({
    ...pagingByDate,
    email: Text.optional(),
    test_clock: Text.optional(),
  });
  const { email, test_clock, ...page } = read(shape, call.params);
  // Without one, only customers that live in real time are listed.
  const where = { test_clock: test_clock ?? null, ...(email !== undefined && { email }) };
  return call.store.list<Stripe.Customer>("customer", "/v1/customers", { ...page, where });
}

async function retrieve(call: Call): Promise<Stripe.Customer | Stripe.DeletedCustomer> {
  read({}, call.params);
  const id = idOf(call);
  const gone = await call.store.find(GONE, id);
  return gone ? { id, object: "customer", deleted: true } : call.store.get<Stripe.Customer>("customer", id);
}

export const customerRoutes: Route[] = [
  { method: "POST", path: "/v1/customers", handle: create },
  { method: "GET", path: "/v1/customers", handle: list },
  { method: "GET", path: "/v1/customers/search", handle: searchCustomers },
  { method: "GET", path: "/v1/customers/:id", handle: retrieve },
  { method: "POST", path: "/v1/customers/:id", handle: update },
  { method: "DELETE", path: "/v1/customers/:id", handle: remove },
];
