import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await openSandbox();
  stripe = sandbox.anAccount().stripe;
  await stripe.customers.create({ name: "Ann Arbor", email: "ann@example.com", phone: "+15550001" });
  await stripe.customers.create({
    name: "Bea",
    email: "bea@example.org",
    metadata: { tier: "gold", "a b": 'x"y' },
  });
  await stripe.customers.create({ name: "Cy", metadata: { tier: "silver" } });
  const gone = await stripe.customers.create({ name: "Gone", email: "ann@example.com" });
  await stripe.customers.del(gone.id);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 });
  await stripe.customers.create({ name: "Clocked", test_clock: clock.id });
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

async function names(query: string) {
  return (await stripe.customers.search({ query })).data.map(({ name }) => name);
}

describe("a search of customers", () => {
  test.each([
    ['email:"ann@example.com"', ["Ann Arbor"]],
    ["email:'ANN@EXAMPLE.COM'", ["Ann Arbor"]],
    ['email~"example"', ["Bea", "Ann Arbor"]],
    ['-email:"ann@example.com"', ["Cy", "Bea"]],
    ["email:null", ["Cy"]],
    ["-email:null", ["Bea", "Ann Arbor"]],
    ['phone:"+15550001"', ["Ann Arbor"]],
    ['metadata["tier"]:"gold"', ["Bea"]],
    ["metadata['a b']:'x\"y'", ["Bea"]],
    ['metadata["a b"]:"x\\"y"', ["Bea"]],
    ['metadata["tier"]:null', ["Ann Arbor"]],
    ['name:"bea" metadata["tier"]:"gold"', ["Bea"]],
    ['name:"bea" AND metadata["tier"]:"silver"', []],
    ['name:"bea" or name:"cy"', ["Cy", "Bea"]],
    ["created>1", ["Cy", "Bea", "Ann Arbor"]],
    ["created<=1", []],
    ['name:"Gone"', []],
    ['name:"Clocked"', []],
  ])("for %s finds %j", async (query, found) => {
    expect(await names(query)).toEqual(found);
  });

  test.each([
    ["", "empty string"],
    ["ann", "unable to parse"],
    ["email:ann", "unable to parse"],
    ['(email:"a")', "unable to parse"],
    ['name:"a" AND', "unable to parse"],
    ['name:"a" AND name:"b" OR name:"c"', "cannot combine"],
    ['description:"a"', "Field `description` is an unsupported search field for resource `customers`"],
    ['email["a"]:"b"', "unsupported search field"],
    ['metadata:"b"', "unsupported search field"],
    ['metadata["tier"]~"gold"', "operator `~`"],
    ['email>"a"', "operator `>`"],
    ['created:"yesterday"', "operator `:`"],
    ['name~"ab"', "at least 3 characters"],
    [Array(11).fill('name:"a"').join(" "), "at most 10 clauses"],
  ])("for %s is refused", async (query, message) => {
    const error = await refused(stripe.customers.search({ query }));
    expect([error.statusCode, error.param, error.message]).toEqual([
      400,
      "query",
      expect.stringContaining(message),
    ]);
  });

  test("comes page by page, newest first, with a total when it is asked for", async () => {
    const query = "created>1";
    const first = await stripe.customers.search({ query, limit: 2, expand: ["total_count"] });
    expect(first).toMatchObject({ object: "search_result", has_more: true, total_count: 3 });
    expect(first.data.map(({ name }) => name)).toEqual(["Cy", "Bea"]);
    const second = await stripe.customers.search({ query, limit: 2, page: first.next_page ?? "" });
    expect(second.data.map(({ name }) => name)).toEqual(["Ann Arbor"]);
    expect(second).toMatchObject({ has_more: false, next_page: null });
    expect(second).not.toHaveProperty("total_count");
    const all: (string | null | undefined)[] = [];
    for await (const { name } of stripe.customers.search({ query, limit: 1 })) all.push(name);
    expect(all).toEqual(["Cy", "Bea", "Ann Arbor"]);
    expect((await refused(stripe.customers.search({ query, page: "none" }))).param).toBe("page");
  });
});
