import { randomInt, randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { TestCatalog } from "../server/testing/a-catalog.ts";
import type { Reply } from "../server/testing/client.ts";
import { unique } from "../server/testing/world.ts";

/** What was answered with success. */
export interface Promised {
  /** Units used, by customer: each event counted once. */
  units: Map<string, number>;
  /** Subscriptions that were started and moved to the dearer plan. */
  subscriptions: string[];
  joined: string[];
  /** Redemptions by code, of which each allows SEATS. */
  codes: Map<string, number>;
}

/** Redemptions that each code allows. */
export const SEATS = 3;
const BATCH = 10;

interface Parts {
  /** Posts until it is answered. */
  ask(path: string, body: object, isKeyed?: boolean): Promise<Reply>;
  catalog: TestCatalog;
  promised: Promised;
}

/** What a customer does at a time; each remembers what was answered with success. */
export const ACTIONS: Record<string, (parts: Parts, customer: string) => Promise<void>> = {
  async uses({ ask, promised }, customer) {
    const event = { customer, feature_key: "calls", quantity: 1, event_id: randomUUID() };
    const reply = await ask("/v1/billing/usage", event, randomInt(2) === 0);
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
    promised.units.set(customer, (promised.units.get(customer) ?? 0) + 1);
  },
  async usesManyAtOnce({ ask, promised }, customer) {
    const items = Array.from({ length: BATCH }, () => ({
      customer,
      feature_key: "calls",
      quantity: 1,
      event_id: randomUUID(),
    }));
    const reply = await ask("/v1/billing/usage/batch", { items }, false);
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
    promised.units.set(customer, (promised.units.get(customer) ?? 0) + BATCH);
  },
  async subscribes({ ask, catalog, promised }) {
    const customer = unique("buyer");
    const sale = {
      customer,
      email: `${customer}@example.com`,
      plan_price_id: catalog.plans.basic?.prices[0],
      cardprovider_test_card_token: "tok_visa",
    };
    const change = { plan_price_id: catalog.plans.pro?.prices[0] };
    const isKeyed = randomInt(2) === 0;
    const started = await ask("/v1/billing/cardprovider/subscriptions/headless", sale, isKeyed);
    // With a key the buyer gets the purchase even after a kill; without one, the id of the existing subscription.
    expect(started.status, JSON.stringify(started.body)).toBe(isKeyed ? 201 : started.status);
    const id: string = started.status === 201 ? started.body.id : started.body.details?.subscription_id;
    expect(id, JSON.stringify(started.body)).toBeDefined();
    const changed = await ask(`/v1/billing/subscriptions/${id}/change-plan`, change, isKeyed);
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    promised.subscriptions.push(id);
  },
  async joins({ ask, promised }) {
    const email = `${unique("person")}@example.com`;
    const reply = await ask("/v1/waitlist", { email }, false);
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    promised.joined.push(email);
  },
  async redeems({ ask, promised }) {
    const made = await ask("/v1/invitations/code", { maxUses: SEATS });
    // Killed between the work and its answer: the code exists once, and the answer says so.
    if (made.body.code === "K9031") return;
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { code } = made.body;
    const guests = Array.from({ length: SEATS + 2 }, () => unique("guest"));
    const replies = await Promise.all(guests.map((user) => ask("/v1/invitations/redeem", { code, user })));
    promised.codes.set(code, replies.filter(({ status }) => status < 300).length);
  },
};
