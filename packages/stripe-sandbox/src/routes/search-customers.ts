import type Stripe from "stripe";
import { type FieldKind, isFound, parseQuery } from "../search/query.ts";
import { invalid } from "../wire/failure.ts";
import { intBetween, parametersOf, Text } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import type { Call } from "./route.ts";

/** https://docs.stripe.com/search#query-fields-for-customers */
const FIELDS: Record<string, FieldKind> = {
  created: "number",
  email: "string",
  metadata: "token",
  name: "string",
  phone: "string",
};

const DEFAULT_LIMIT = 10;

/** Customers that a query finds, newest first. Those of test clocks are left out, as of lists. */
export async function searchCustomers({
  store,
  params,
}: Call): Promise<Stripe.ApiSearchResult<Stripe.Customer>> {
  const shape = parametersOf<Stripe.CustomerSearchParams>()({
    limit: intBetween(1, 100).optional(),
    page: Text.optional(),
    query: Text,
  });
  const { limit = DEFAULT_LIMIT, page, query: text } = read(shape, params);
  const query = parseQuery(text, "customers", FIELDS);
  const all = await store.all<Stripe.Customer>("customer", { where: { test_clock: null } });
  const found = all
    .reverse()
    .filter((customer) => isFound(query, (field, key) => fieldOf(customer, field, key)));
  const from = page === undefined ? 0 : found.findIndex(({ id }) => tokenOf(id) === page) + 1;
  if (page !== undefined && from === 0)
    throw invalid("This page of the search is not there.", { param: "page" });
  const data = found.slice(from, from + limit);
  const has_more = found.length > from + limit;
  const last = data.at(-1);
  return {
    object: "search_result",
    data,
    has_more,
    next_page: has_more && last ? tokenOf(last.id) : null,
    total_count: found.length,
    url: "/v1/customers/search",
  };
}

function tokenOf(id: string): string {
  return Buffer.from(id).toString("base64url");
}

function fieldOf(
  { created, email, metadata, name, phone }: Stripe.Customer,
  field: string,
  key: string | null,
): string | number | null {
  if (field === "created") return created;
  if (field === "metadata") return metadata[key ?? ""] ?? null;
  return (field === "email" ? email : field === "name" ? name : phone) ?? null;
}
