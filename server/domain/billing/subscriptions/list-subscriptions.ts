import type { z } from "zod";
import { queryNamed } from "../../../platform/database/named.ts";
import { decodeCursor, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import type { ListSubscriptions, SubscriptionPage } from "./list-subscriptions-schema.ts";
import { type ShownRow, shownText, showRows } from "./subscriptions-query.ts";

type Input = z.output<typeof ListSubscriptions>;
type Page = z.output<typeof SubscriptionPage>;

/** Subscriptions, newest first. A user's token sees its own customer's. Throws customer_not_found. */
export async function listSubscriptions(scope: Scope, input: Input): Promise<Page> {
  if (input.customer === undefined) return list(scope, scope.ownCustomerId, input);
  const customer = await getCustomerOrThrow(scope.db, scope, input.customer);
  return list(scope, customer.id, input);
}

/** The filters of a list. A statement contains only the requested ones, so that PostgreSQL uses the index for them. */
const FILTERS = {
  customer: (value: string) => `s.customer_id = ${value}`,
  status: (value: string) => `s.status = ${value}::"SubscriptionStatus"`,
  product: (value: string) => `s.product_id = ${value}`,
  plan: (value: string) => `s.plan_id = ${value}`,
  pack: (value: string) => `s.pack_id = ${value}`,
  provider: (value: string) => `s.provider = ${value}::"Provider"`,
  cursor: (value: string) => `s.id < ${value}`,
};

/** One statement reads the page with all that is shown. */
async function list(scope: Scope, customer: string | null, input: Input): Promise<Page> {
  const { status, product_id: product, plan_id: plan, pack_id: pack, provider, limit } = input;
  const cursor = decodeCursor(input.cursor);
  const asked = { customer, status, product, plan, pack, provider, cursor };
  const names = Object.keys(FILTERS) as (keyof typeof FILTERS)[];
  const given = names.filter((name) => asked[name] !== null && asked[name] !== undefined);
  const conditions = given.map((name, index) => FILTERS[name](`$${index + 4}`));
  const rows = await queryNamed<ShownRow>(scope, scope.db, {
    name: ["list-subscriptions", ...given].join(" "),
    text: shownText(`${["true", ...conditions].join(" and ")} order by s.id desc limit $3`),
    values: [scope.tenantId, scope.clock.now(), limit + 1, ...given.map((name) => asked[name])],
  });
  const page = toPage(rows, limit, (row) => row);
  return { ...page, data: await showRows(scope, page.data) };
}
