import { creditBalances } from "./billing/credit-balances.ts";
import type { Store } from "./store.ts";
import { type Failure, invalid } from "./wire/failure.ts";

type Json = Record<string, unknown>;

/** Answers what is there only when it is asked for. */
type Lookup = (store: Store, object: Json) => Promise<unknown>;

const DEEPEST = 4;
const EMBEDDED_LINES = 10;

/** Fields that are there only when they are asked for, and how they are found where they are not kept in the object. */
const ON_DEMAND: Record<string, Record<string, Lookup>> = {
  invoice: {
    confirmation_secret: async (_, invoice) => invoice.confirmation_secret,
    payments: (store, invoice) =>
      store.list("invoice_payment", "/v1/invoice_payments", { where: { invoice: invoice.id } }),
  },
  charge: {
    refunds: (store, charge) =>
      store.list("refund", `/v1/charges/${charge.id}/refunds`, { where: { charge: charge.id } }),
  },
  customer: {
    tax_ids: (store, customer) =>
      store.list("tax_id", `/v1/customers/${customer.id}/tax_ids`, { where: { customer: customer.id } }),
    invoice_credit_balance: (store, customer) => creditBalances(store, String(customer.id)),
  },
  plan: { tiers: async (_, plan) => plan.tiers },
  price: { tiers: async (_, price) => price.tiers },
  search_result: { total_count: async (_, result) => result.total_count },
  "checkout.session": { line_items: async (_, session) => session.line_items },
};

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The answer with the wanted ids replaced by their objects, and without what has to be asked for. */
export async function expand(store: Store, answer: object, paths: string[]): Promise<object> {
  const body = hide(copy(answer));
  for (const path of paths) {
    const fields = path.split(".");
    if (fields.length > DEEPEST) {
      throw invalid(`You cannot expand more than ${DEEPEST} levels of a property. Property: ${path}`, {
        param: "expand",
      });
    }
    await follow(store, [body, answer], fields, path);
  }
  return body;
}

/** An object as it goes into an event: without what has to be asked for. */
export function withoutHidden(answer: object): object {
  return hide(copy(answer));
}

function copy(value: object): Json {
  const copied: unknown = JSON.parse(JSON.stringify(value));
  if (!isObject(copied)) throw new Error("Only objects go over the wire.");
  return copied;
}

/** Follows a path through the answer; beside each part goes what is kept of it, which knows the hidden fields too. */
async function follow(
  store: Store,
  [at, kept]: [unknown, unknown],
  [field, ...rest]: string[],
  whole: string,
): Promise<void> {
  if (field === undefined) return;
  if (Array.isArray(at)) {
    for (const [index, element] of at.entries()) {
      await follow(store, [element, Array.isArray(kept) ? kept[index] : element], [field, ...rest], whole);
    }
    return;
  }
  if (!isObject(at)) throw notExpandable(whole);
  const source = isObject(kept) ? kept : at;
  const lookup = ON_DEMAND[String(at.object)]?.[field];
  if (lookup && at[field] === undefined) at[field] = jsonOf(await lookup(store, source));
  if (!Object.hasOwn(at, field)) throw notExpandable(whole);
  const value = at[field];
  if (value === null || value === undefined) return;
  if (typeof value === "string") {
    const found = await store.findAny(value);
    if (!found) throw notExpandable(whole);
    at[field] = hide(copy(found));
    await follow(store, [at[field], found], rest, whole);
    return;
  }
  if (Array.isArray(value)) await expandEach(store, value, whole);
  // An earlier path has expanded it: what is kept of it is found by its id again.
  const before = source[field];
  const behind = typeof before === "string" ? await store.findAny(before) : before;
  if (rest.length > 0) await follow(store, [value, behind], rest, whole);
}

/** A list of ids becomes a list of what they stand for. */
async function expandEach(store: Store, list: unknown[], whole: string): Promise<void> {
  for (const [index, id] of list.entries()) {
    if (typeof id !== "string") continue;
    const found = await store.findAny(id);
    if (!found) throw notExpandable(whole);
    list[index] = hide(copy(found));
  }
}

function jsonOf(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

/** Stripe's refusal to expand a property. */
export function notExpandable(path: string): Failure {
  const message = `This property cannot be expanded (${path}). You may want to try expanding a different property.`;
  return invalid(message, { param: "expand" });
}

/** Takes away what must be asked for, and what an embedded list has beyond its first page. */
function hide(value: Json): Json {
  const fields = ON_DEMAND[String(value.object)];
  for (const field of Object.keys(fields ?? {})) delete value[field];
  const hasLines = value.object === "invoice" || value.object === "credit_note";
  if (hasLines && isObject(value.lines) && Array.isArray(value.lines.data)) {
    value.lines.has_more = value.lines.data.length > EMBEDDED_LINES;
    value.lines.data = value.lines.data.slice(0, EMBEDDED_LINES);
  }
  for (const inner of Object.values(value)) {
    if (isObject(inner)) hide(inner);
    if (Array.isArray(inner)) for (const element of inner) if (isObject(element)) hide(element);
  }
  return value;
}
