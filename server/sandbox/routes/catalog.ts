import type Stripe from "stripe";
import { z } from "zod";
import { emit } from "../events.ts";
import { makePrice, makeProduct } from "../objects/catalog.ts";
import type { List } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import { Flag, Int, list, Metadata, paging, read, Text, Unsettable } from "../wire/params.ts";
import { type Call, idOf, type Route } from "./route.ts";

async function createProduct(call: Call): Promise<Stripe.Product> {
  const { store } = call;
  const input = read(
    { id: Text.optional(), name: Text, description: Unsettable.optional(), metadata: Metadata.optional() },
    call.params,
  );
  if (input.id && (await store.findAny(input.id))) {
    throw invalid("Product already exists.", { code: "resource_already_exists", param: "id" });
  }
  const product = makeProduct(store.now, {
    id: input.id,
    name: input.name,
    description: input.description || null,
    metadata: input.metadata ?? {},
  });
  await store.add(product);
  await emit(store, "product.created", product);
  return product;
}

async function listProducts(call: Call): Promise<List<Stripe.Product>> {
  const { ids, active, ...page } = read(
    { ...paging, ids: list(Text).optional(), active: Flag.optional() },
    call.params,
  );
  if (!ids)
    return call.store.list<Stripe.Product>("product", "/v1/products", {
      ...page,
      ...(active !== undefined && { where: { active } }),
    });
  const data: Stripe.Product[] = [];
  for (const id of ids) {
    const found = await call.store.find<Stripe.Product>("product", id);
    if (found) data.push(found);
  }
  return { object: "list", url: "/v1/products", has_more: false, data };
}

const Recurring = z.strictObject({
  interval: z.enum(["day", "week", "month", "year"]),
  interval_count: Int.optional(),
});

const priceFields = {
  currency: Text,
  unit_amount: Int,
  recurring: Recurring,
  product: Text,
};

async function createPrice(call: Call): Promise<Stripe.Price> {
  const { store } = call;
  const more = {
    lookup_key: Text.optional(),
    nickname: Text.optional(),
    metadata: Metadata.optional(),
    active: Flag.optional(),
  };
  const input = read({ ...priceFields, ...more }, call.params);
  await store.get<Stripe.Product>("product", input.product, "product");
  if (input.lookup_key) {
    const where = { lookup_key: input.lookup_key, active: true };
    const taken = await store.list<Stripe.Price>("price", "", { where, limit: 1 });
    const holder = taken.data[0];
    if (holder) {
      const message = `A price (\`${holder.id}\`) already uses that lookup key.`;
      throw invalid(message, { code: "resource_already_exists", param: "lookup_key" });
    }
  }
  const price = makePrice(store.now, {
    product: input.product,
    currency: input.currency.toLowerCase(),
    unitAmount: input.unit_amount,
    interval: input.recurring.interval,
    intervalCount: input.recurring.interval_count ?? 1,
    lookupKey: input.lookup_key ?? null,
    nickname: input.nickname ?? null,
    metadata: input.metadata ?? {},
  });
  await store.add(price);
  await emit(store, "price.created", price);
  return price;
}

async function listPrices(call: Call): Promise<List<Stripe.Price>> {
  const shape = {
    ...paging,
    lookup_keys: list(Text).optional(),
    active: Flag.optional(),
    product: Text.optional(),
  };
  const { lookup_keys: keys, active, product, ...page } = read(shape, call.params);
  const where = { ...(active !== undefined && { active }), ...(product && { product }) };
  if (!keys) return call.store.list<Stripe.Price>("price", "/v1/prices", { ...page, where });
  const data: Stripe.Price[] = [];
  for (const lookup_key of keys) {
    const found = await call.store.list<Stripe.Price>("price", "", {
      where: { ...where, lookup_key },
      limit: 1,
    });
    data.push(...found.data);
  }
  return { object: "list", url: "/v1/prices", has_more: false, data };
}

async function updatePrice(call: Call): Promise<Stripe.Price> {
  const { store } = call;
  const input = read(
    { active: Flag.optional(), nickname: Unsettable.optional(), metadata: Metadata.optional() },
    call.params,
  );
  const before = await store.get<Stripe.Price>("price", idOf(call));
  const nickname = input.nickname === undefined ? before.nickname : input.nickname || null;
  return store.put<Stripe.Price>({
    ...before,
    active: input.active ?? before.active,
    nickname,
    metadata: input.metadata ?? before.metadata,
  });
}

export const catalogRoutes: Route[] = [
  { method: "POST", path: "/v1/products", handle: createProduct },
  { method: "GET", path: "/v1/products", handle: listProducts },
  {
    method: "GET",
    path: "/v1/products/:id",
    handle: (call) => call.store.get<Stripe.Product>("product", idOf(call)),
  },
  { method: "POST", path: "/v1/prices", handle: createPrice },
  { method: "GET", path: "/v1/prices", handle: listPrices },
  {
    method: "GET",
    path: "/v1/prices/:id",
    handle: (call) => call.store.get<Stripe.Price>("price", idOf(call)),
  },
  { method: "POST", path: "/v1/prices/:id", handle: updatePrice },
];
