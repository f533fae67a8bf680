import type Stripe from "stripe";
import { z } from "zod";
import { checkAmount } from "../currencies.ts";
import { change, emit } from "../events.ts";
import { checkCount } from "../limits.ts";
import { lock } from "../locking.ts";
import { makePrice, planOf } from "../objects/price.ts";
import { makeProduct } from "../objects/product.ts";
import { pageOf } from "../page-of.ts";
import type { List } from "../select-list.ts";
import type { Store } from "../store.ts";
import { invalid, lacking, missing } from "../wire/failure.ts";
import {
  Currency,
  Flag,
  intBetween,
  list,
  Metadata,
  pagingByDate,
  parametersOf,
  Text,
  textUpTo,
  Unsettable,
  unsettableUpTo,
} from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { meterOf, Tier, tiersOf } from "./price-usage.ts";
import { type Call, idOf, type Route } from "./route.ts";
import { TaxBehavior } from "./tax-behaviors.ts";

/** Of any currency: checkAmount has the others'. */
const MOST = 999_999_999_999;
/** PriceCreateParams.lookup_key in the SDK: "up to 200 characters". */
const MAX_LOOKUP_KEY = 200;
/** PriceListParams.lookup_keys in the SDK: "up to 10". */
const MAX_LOOKUP_KEYS = 10;
const INTERVAL = z.enum(["day", "week", "month", "year"]);

const Recurring = z.strictObject({
  interval: INTERVAL,
  interval_count: intBetween(1, 1095).optional(),
  usage_type: z.literal("licensed").optional(),
});

/** Of a price that is made for itself; the usage of those that are sent with something else is never metered. */
const OwnRecurring = Recurring.extend({
  meter: Text.optional(),
  usage_type: z.enum(["licensed", "metered"]).optional(),
});

const ProductData = z.strictObject({
  name: Text,
  id: Text.optional(),
  metadata: Metadata.optional(),
  active: Flag.optional(),
});

/** A price that is sent with something else instead of being made before. */
export const PriceData = z.strictObject({
  currency: Currency,
  product: Text,
  recurring: Recurring.optional(),
  tax_behavior: TaxBehavior.optional(),
  unit_amount: intBetween(0, MOST),
});

/** Of add_invoice_items alone an amount may be negative, which credits the customer: AddInvoiceItem.PriceData in the SDK. */
export const CreditablePriceData = PriceData.extend({ unit_amount: intBetween(-MOST, MOST) });

const CREATE = parametersOf<Stripe.PriceCreateParams>()({
  active: Flag.optional(),
  billing_scheme: z.enum(["per_unit", "tiered"]).optional(),
  currency: Currency,
  lookup_key: textUpTo(MAX_LOOKUP_KEY).optional(),
  metadata: Metadata.optional(),
  nickname: Text.optional(),
  product: Text.optional(),
  product_data: ProductData.optional(),
  recurring: OwnRecurring.optional(),
  tax_behavior: TaxBehavior.optional(),
  tiers: list(Tier).optional(),
  tiers_mode: z.enum(["graduated", "volume"]).optional(),
  transfer_lookup_key: Flag.optional(),
  unit_amount: intBetween(0, MOST).optional(),
});

async function create({ store, params }: Call): Promise<Stripe.Price> {
  const input = read(CREATE, params);
  checkAmount(input.unit_amount ?? 0, input.currency, "unit_amount");
  const product = await productOf(store, input.product, input.product_data);
  if (input.lookup_key !== undefined)
    await takeLookupKey(store, input.lookup_key, null, input.transfer_lookup_key ?? false);
  const price = store.add(
    makePrice(store.now, {
      product,
      currency: input.currency,
      unitAmount: input.unit_amount ?? null,
      recurring: input.recurring
        ? { ...recurringOf(input.recurring), meter: await meterOf(store, input.recurring) }
        : null,
      tiers: tiersOf(input),
      taxBehavior: input.tax_behavior,
      lookupKey: input.lookup_key ?? null,
      nickname: input.nickname ?? null,
      metadata: mergeMetadata(null, input.metadata),
      isActive: input.active ?? true,
    }),
  );
  await emit(store, "price.created", price);
  return price;
}

function recurringOf({
  interval,
  interval_count: count = 1,
}: Pick<z.output<typeof Recurring>, "interval" | "interval_count">) {
  const YEARS = 3;
  const most = { day: 365 * YEARS, week: 52 * YEARS, month: 12 * YEARS, year: YEARS }[interval];
  if (count > most)
    throw invalid(`Interval count cannot be more than ${most} for ${interval}s.`, {
      param: "recurring[interval_count]",
    });
  return { interval, interval_count: count };
}

/** The product that a price is for, by id, or made along with it. */
async function productOf(
  store: Store,
  id: string | undefined,
  data: z.output<typeof ProductData> | undefined,
): Promise<string> {
  if (id !== undefined && data) {
    throw invalid("You may only specify one of these parameters: product, product_data.", {
      code: "parameter_invalid",
    });
  }
  if (id !== undefined) return (await store.get<Stripe.Product>("product", id, "product")).id;
  if (!data)
    throw invalid("Missing required param: product.", { code: "parameter_missing", param: "product" });
  const facts = {
    ...data,
    description: null,
    metadata: mergeMetadata(null, data.metadata),
    isActive: data.active ?? true,
  };
  const product = store.add(makeProduct(store.now, facts));
  await emit(store, "product.created", product);
  return product.id;
}

/** Makes a price of what was sent with a subscription, an invoice item or a session. It is used once: it sells no further. */
export async function priceOf(
  store: Store,
  data: z.output<typeof PriceData>,
  param: string,
): Promise<Stripe.Price> {
  const price = store.add(await composePrice(store, data, param));
  await emit(store, "price.created", price);
  return price;
}

/** The same price for a preview, which writes nothing. */
export async function composePrice(
  store: Store,
  data: z.output<typeof PriceData>,
  param: string,
): Promise<Stripe.Price> {
  checkAmount(data.unit_amount, data.currency, `${param}[unit_amount]`);
  const product = await store.get<Stripe.Product>("product", data.product, `${param}[product]`);
  refuseArchived(product, `${param}[product]`);
  return makePrice(store.now, {
    product: product.id,
    currency: data.currency,
    unitAmount: data.unit_amount,
    recurring: data.recurring ? { ...recurringOf(data.recurring), meter: null } : null,
    taxBehavior: data.tax_behavior,
    lookupKey: null,
    nickname: null,
    metadata: {},
    isActive: false,
  });
}

/** An archived product is sold no more. The words: github.com/stripe/stripe-go/issues/1031, which goes on to name the plan. */
export function refuseArchived({ id, active }: Stripe.Product, param: string): void {
  if (active) return;
  const message = `The product ${id} is marked as inactive, and thus no new subscriptions can be created to any plans of this product.`;
  throw invalid(message, { param });
}

/** A lookup key belongs to one price; it moves only when that is asked for. */
async function takeLookupKey(
  store: Store,
  key: string,
  taker: string | null,
  isTransferred: boolean,
): Promise<void> {
  await lock(store, [`lookup_key:${key}`]);
  const holders = await store.all<Stripe.Price>("price", { where: { lookup_key: key } });
  const holder = holders.find(({ id }) => id !== taker);
  if (!holder) return;
  if (!isTransferred) {
    const message = `A price (\`${holder.id}\`) already uses that lookup key.`;
    throw invalid(message, { code: "resource_already_exists", param: "lookup_key" });
  }
  await change<Stripe.Price>(store, "price.updated", holder, { ...holder, lookup_key: null });
}

/** An observed answer: github.com/stripe/stripe-python/issues/658. */
async function refuseDefault(store: Store, { id, product: named }: Stripe.Price): Promise<void> {
  const product = await store.find<Stripe.Product>("product", String(named));
  if (product?.default_price !== id) return;
  throw invalid("This price cannot be archived because it is the default price of its product.");
}

async function update(call: Call): Promise<Stripe.Price> {
  const { store } = call;
  const shape = parametersOf<Stripe.PriceUpdateParams>()({
    active: Flag.optional(),
    lookup_key: unsettableUpTo(MAX_LOOKUP_KEY).optional(),
    metadata: Metadata.optional(),
    nickname: Unsettable.optional(),
    tax_behavior: TaxBehavior.optional(),
    transfer_lookup_key: Flag.optional(),
  });
  const input = read(shape, call.params);
  const before = await store.get<Stripe.Price>("price", idOf(call));
  if (input.active === false) await refuseDefault(store, before);
  refuseChangedBehavior(before, input.tax_behavior);
  if (input.lookup_key)
    await takeLookupKey(store, input.lookup_key, before.id, input.transfer_lookup_key ?? false);
  return change<Stripe.Price>(store, "price.updated", before, {
    ...before,
    active: input.active ?? before.active,
    lookup_key: input.lookup_key === undefined ? before.lookup_key : input.lookup_key || null,
    metadata: mergeMetadata(before.metadata, input.metadata),
    nickname: input.nickname === undefined ? before.nickname : input.nickname || null,
    tax_behavior: input.tax_behavior ?? before.tax_behavior,
  });
}

/** "Once specified as either `inclusive` or `exclusive`, it cannot be changed" (SDK, PriceUpdateParams.tax_behavior); words: no source. */
function refuseChangedBehavior(
  { tax_behavior: before }: Stripe.Price,
  wanted: z.output<typeof TaxBehavior> | undefined,
): void {
  if (wanted === undefined || before === wanted || before === "unspecified" || before === null) return;
  throw invalid("The `tax_behavior` of a price cannot be changed once it is specified.", {
    param: "tax_behavior",
  });
}

async function listPrices(call: Call): Promise<List<Stripe.Price>> {
  const shape = parametersOf<Stripe.PriceListParams>()({
    ...pagingByDate,
    active: Flag.optional(),
    currency: Currency.optional(),
    lookup_keys: list(Text).optional(),
    product: Text.optional(),
    recurring: z
      .strictObject({
        interval: INTERVAL.optional(),
        meter: Text.optional(),
        usage_type: z.enum(["licensed", "metered"]).optional(),
      })
      .optional(),
    type: z.enum(["one_time", "recurring"]).optional(),
  });
  const {
    lookup_keys: keys,
    created,
    limit,
    starting_after,
    ending_before,
    ...where
  } = read(shape, call.params);
  const page = { created, limit, starting_after, ending_before };
  if (!keys) return call.store.list<Stripe.Price>("price", "/v1/prices", { ...page, where });
  if (created !== undefined) throw lacking("prices by lookup_keys and created at once", "created");
  checkCount(keys, MAX_LOOKUP_KEYS, "lookup_keys");
  const found = await Promise.all(
    keys.map((key) => call.store.all<Stripe.Price>("price", { where: { ...where, lookup_key: key } })),
  );
  return { object: "list", url: "/v1/prices", ...pageOf(found.flat(), "price", page) };
}

async function retrieve(call: Call): Promise<Stripe.Price> {
  read({}, call.params);
  return call.store.get<Stripe.Price>("price", idOf(call));
}

function listPlans({ store, params }: Call): Promise<List<Stripe.Plan>> {
  const shape = parametersOf<Stripe.PlanListParams>()({
    ...pagingByDate,
    active: Flag.optional(),
    product: Text.optional(),
  });
  const { active, product, ...paged } = read(shape, params);
  const where = {
    type: "recurring",
    ...(active !== undefined && { active }),
    ...(product !== undefined && { product }),
  };
  const prices = store.list<Stripe.Price>("price", "/v1/plans", { ...paged, where });
  return prices.then(({ data, ...page }) => ({ ...page, data: data.map(planOf) }));
}

/** Recurring prices as the API before them showed them: "It replaces the Plans API and is backwards compatible" (SDK, Plans.js). */
async function retrievePlan(call: Call): Promise<Stripe.Plan> {
  const price = await retrieve(call);
  if (!price.recurring) throw missing("plan", price.id);
  return planOf(price);
}

export const priceRoutes: Route[] = [
  { method: "POST", path: "/v1/prices", handle: create },
  { method: "GET", path: "/v1/prices", handle: listPrices },
  { method: "GET", path: "/v1/prices/:id", handle: retrieve },
  { method: "POST", path: "/v1/prices/:id", handle: update },
  { method: "GET", path: "/v1/plans", handle: listPlans },
  { method: "GET", path: "/v1/plans/:id", handle: retrievePlan },
];
