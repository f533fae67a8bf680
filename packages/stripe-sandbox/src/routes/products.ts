import type Stripe from "stripe";
import { change, emit } from "../events.ts";
import { lock } from "../locking.ts";
import { makeProduct } from "../objects/product.ts";
import type { List } from "../select-list.ts";
import { invalid } from "../wire/failure.ts";
import { Flag, list, Metadata, pagingByDate, parametersOf, Text, Unsettable } from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";

async function create({ store, params }: Call): Promise<Stripe.Product> {
  const shape = parametersOf<Stripe.ProductCreateParams>()({
    id: Text.optional(),
    name: Text,
    active: Flag.optional(),
    description: Unsettable.optional(),
    metadata: Metadata.optional(),
  });
  const input = read(shape, params);
  if (input.id !== undefined) {
    await lock(store, [input.id]);
    if (await store.findAny(input.id)) {
      throw invalid("Product already exists.", { code: "resource_already_exists", param: "id" });
    }
  }
  const facts = {
    ...input,
    description: input.description || null,
    metadata: mergeMetadata(null, input.metadata),
  };
  const product = store.add(makeProduct(store.now, { ...facts, isActive: input.active ?? true }));
  await emit(store, "product.created", product);
  return product;
}

async function update(call: Call): Promise<Stripe.Product> {
  const { store } = call;
  const shape = parametersOf<Stripe.ProductUpdateParams>()({
    name: Text.optional(),
    active: Flag.optional(),
    description: Unsettable.optional(),
    default_price: Text.optional(),
    metadata: Metadata.optional(),
  });
  const input = read(shape, call.params);
  const before = await store.get<Stripe.Product>("product", idOf(call));
  if (input.default_price) await store.get<Stripe.Price>("price", input.default_price, "default_price");
  return change<Stripe.Product>(store, "product.updated", before, {
    ...before,
    active: input.active ?? before.active,
    default_price: input.default_price ?? before.default_price ?? null,
    description: input.description === undefined ? before.description : input.description || null,
    metadata: mergeMetadata(before.metadata, input.metadata),
    name: input.name ?? before.name,
    updated: store.now,
  });
}

async function remove(call: Call): Promise<Stripe.DeletedProduct> {
  const { store } = call;
  read({}, call.params);
  const product = await store.get<Stripe.Product>("product", idOf(call));
  const prices = await store.list<Stripe.Price>("price", "", { where: { product: product.id }, limit: 1 });
  if (prices.data.length > 0) {
    throw invalid("This product cannot be deleted because it has one or more user-created prices.");
  }
  await store.remove(product.id);
  await emit(store, "product.deleted", product);
  return { id: product.id, object: "product", deleted: true };
}

async function listProducts(call: Call): Promise<List<Stripe.Product>> {
  const { ids, active, ...page } = read(
    { ...pagingByDate, ids: list(Text).optional(), active: Flag.optional() },
    call.params,
  );
  if (!ids)
    return call.store.list<Stripe.Product>("product", "/v1/products", {
      ...page,
      where: { ...(active !== undefined && { active }) },
    });
  // ProductListParams.ids in the SDK: "Cannot be used with starting_after or ending_before".
  const cursor = (["starting_after", "ending_before"] as const).find((name) => page[name] !== undefined);
  if (cursor) throw invalid(`You cannot use \`${cursor}\` with \`ids\`.`, { param: cursor });
  await call.store.load(ids);
  const found = await Promise.all(ids.map((id) => call.store.find<Stripe.Product>("product", id)));
  const data = found.filter(
    (product) => product !== null && (active === undefined || product.active === active),
  );
  return {
    object: "list",
    data: data.filter((product) => product !== null),
    has_more: false,
    url: "/v1/products",
  };
}

async function retrieve(call: Call): Promise<Stripe.Product> {
  read({}, call.params);
  return call.store.get<Stripe.Product>("product", idOf(call));
}

export const productRoutes: Route[] = [
  { method: "POST", path: "/v1/products", handle: create },
  { method: "GET", path: "/v1/products", handle: listProducts },
  { method: "GET", path: "/v1/products/:id", handle: retrieve },
  { method: "POST", path: "/v1/products/:id", handle: update },
  { method: "DELETE", path: "/v1/products/:id", handle: remove },
];
