import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { aUser, PASSWORD, signIn } from "../../testing/a-user.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";
import { search } from "../search/search.ts";

let world: World;
let tenant: TestTenant;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
});

afterAll(() => world.close());

/** The kinds of what the dashboard's search finds. */
const found = async (q: string) => (await search(tenant.scope, { q })).results.map(({ kind }) => kind);

describe("an address that receives mail", () => {
  it.each([
    (id: string) => `info.${id}@xn--e1afmkfd.xn--p1ai`,
    (id: string) => `r&d.${id}@example.com`,
    (id: string) => `x=${id}@example.com`,
    (id: string) => `a/${id}@example.com`,
    (id: string) => `o${id}'@example.com`,
    (id: string) => `${id}@localhost`,
  ])("joins the waitlist, registers, signs in and is found: %s", async (make) => {
    const email = make(unique("x"));
    const joined = await tenant.browser.post("/v1/waitlist", { email });
    expect([joined.status, joined.body]).toEqual([201, { success: true }]);
    const user = await aUser(tenant, { email });
    expect((await user.client.get("/v1/auth/me")).body.email).toBe(email);
    expect(await found(email)).toEqual(["customer", "waitlist_entry"]);
  });

  it("is the same person in Unicode and as browsers send it", async () => {
    const id = unique("x");
    const { client } = await aUser(tenant, { email: `${id}@ПРИМЕР.рф` });
    const email = `${id}@xn--e1afmkfd.xn--p1ai`;
    expect((await client.get("/v1/auth/me")).body.email).toBe(email);
    await signIn(tenant, email);
    await signIn(tenant, `${id}@пример.рф`);
    expect(await found(`${id}@пример.рф`)).toEqual(["customer"]);
  });

  it("with letters before the @ that are not Latin is refused in words", async () => {
    const { status, body } = await tenant.browser.post("/v1/waitlist", { email: "иван@пример.рф" });
    expect([status, body.code]).toEqual([400, "K1002"]);
    expect(JSON.stringify(body)).toContain("must have only Latin letters");
  });
});

it("a letter that only looks like another is nobody: the Kelvin sign is no k", async () => {
  const id = unique("user");
  const user = await aUser(tenant, { email: `kate.${id}@example.com` });
  const username = `\u212Aate.${id}@example.com`;
  const asked = { grant_type: "password", username, password: PASSWORD };
  const answer = await tenant.browser.post("/v1/auth/token", asked);
  expect([answer.status, answer.body.code]).toEqual([400, "K2016"]);
  const registered = { email: username, password: PASSWORD, email_verified: true };
  expect((await tenant.server.post("/v1/auth/register", registered)).status).toBe(400);
  await signIn(tenant, user.email.toUpperCase());
});
