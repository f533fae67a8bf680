import { expect } from "vitest";
import { itWith } from "../../../testing/it.ts";
import { ownDatabase } from "../../../testing/own-database.ts";
import { closeDuePeriods } from "./due-work.ts";

const it = itWith({ environment: { DATABASE_URL: await ownDatabase() } });

/** More than a page of most due work. */
const MANY = 401;

it("what is to be sent is found once in a run, however many subscriptions have charges that wait", {
  tags: ["long"],
}, async ({ world }) => {
  const { pool } = world.services;
  await pool.query(`
    insert into tenants (id, slug, name, created_at, updated_at) values ('ten_1', 'a', 'A', now(), now());
    insert into products (tenant_id, id, slug, name, created_at, updated_at) values ('ten_1', 'prod_1', 'p', 'P', now(), now());
    insert into plans (tenant_id, id, product_id, slug, name, created_at, updated_at)
      values ('ten_1', 'plan_1', 'prod_1', 'pro', 'Pro', now(), now());
    insert into plan_prices (tenant_id, id, plan_id, amount, currency, interval, label_name, label_slug, created_at, updated_at)
      values ('ten_1', 'price_1', 'plan_1', 1000, 'USD', 'MONTH', '', '', now(), now());
    insert into customers (tenant_id, id, external_id, created_at, updated_at)
      select 'ten_1', 'cus_' || n, 'c' || n, now(), now() from generate_series(1, ${MANY}) n;
    insert into subscriptions (tenant_id, id, customer_id, product_id, plan_id, plan_price_id, provider, status, period_anchor,
        current_period_start, current_period_end, created_at, updated_at)
      select 'ten_1', 'sub_' || n, 'cus_' || n, 'prod_1', 'plan_1', 'price_1', 'PROVIDER_A', 'ACTIVE', now(), now(),
        now() + interval '1 month', now(), now() from generate_series(1, ${MANY}) n;
    insert into charges (tenant_id, id, customer_id, subscription_id, provider, cause, key, amount, currency, description, period_start,
        period_end, created_at)
      select 'ten_1', 'chg_' || n, 'cus_' || n, 'sub_' || n, 'PROVIDER_A', 'ITEM', 'item:' || n, 100, 'USD', 'Set-up', now(), now(), now()
      from generate_series(1, ${MANY}) n`);
  let searches = 0;
  let found = 0;
  const counting = new Proxy(pool, {
    get(target, name) {
      if (name !== "query") return Reflect.get(target, name, target);
      return async (query: { text: string }) => {
        const answer = await target.query(query);
        if (query.text.includes("having s.status")) {
          searches++;
          found += answer.rows.length;
        }
        return answer;
      };
    },
  });
  await closeDuePeriods({ ...world.services, pool: counting });
  expect([searches, found]).toEqual([1, MANY]);
});
