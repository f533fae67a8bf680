// @module-tag ci
import { afterAll, beforeAll, expect, it } from "vitest";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { aUser } from "../../../testing/a-user.ts";
import { type Client, createClient } from "../../../testing/client.ts";
import { aClockAhead } from "../../../testing/kept-answers.ts";
import { openSecondProcess } from "../../../testing/second-process.ts";
import { openWorld, type World } from "../../../testing/world.ts";

let world: World;
let second: { baseUrl: string; close(): Promise<void> };
let tenant: TestTenant;
/** The tenant's BROWSER application at the second process. */
let elsewhere: Client;
const clock = aClockAhead();

beforeAll(async () => {
  world = await openWorld({ clock });
  second = await openSecondProcess(world);
  tenant = await aTenant(world);
  elsewhere = createClient(second.baseUrl, { "x-app-id": tenant.browserAppId });
});

afterAll(async () => {
  await second.close();
  await world.close();
});

const me = (token: string) => tenant.browser.with({ authorization: `Bearer ${token}` }).get("/v1/auth/me");

it("six refreshes at once, in two processes, all get tokens that work", async () => {
  const user = await aUser(tenant);
  const fields = { grant_type: "refresh_token", refresh_token: user.refreshToken };
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      (index % 2 ? elsewhere : tenant.browser).post("/v1/auth/token", fields),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  for (const { body } of replies) expect((await me(body.access_token)).status).toBe(200);
  // All get the same token: with six different ones, a thief could keep one of them.
  expect(new Set(replies.map(({ body }) => body.refresh_token)).size).toBe(1);
  const again = { ...fields, refresh_token: replies[0]?.body.refresh_token };
  const later = await elsewhere.post("/v1/auth/token", again);
  expect(later.status).toBe(200);
  // The first one, still within its ten seconds, returns the last one of the chain.
  const late = await tenant.browser.post("/v1/auth/token", fields);
  expect([late.status, late.body.refresh_token]).toEqual([200, later.body.refresh_token]);
});

it("a used refresh token that comes back after ten seconds ends the session, and so does a later one of its chain", async () => {
  const user = await aUser(tenant);
  const fields = { grant_type: "refresh_token", refresh_token: user.refreshToken };
  const { body } = await tenant.browser.post("/v1/auth/token", fields);
  clock.pass(9);
  expect((await tenant.browser.post("/v1/auth/token", fields)).status).toBe(200);
  clock.pass(2);
  const reused = await tenant.browser.post("/v1/auth/token", fields);
  clock.reset();
  expect([reused.status, reused.body.code]).toEqual([400, "K2017"]);
  expect((await me(body.access_token)).status).toBe(401);
  const heir = { ...fields, refresh_token: body.refresh_token };
  expect((await tenant.browser.post("/v1/auth/token", heir)).status).toBe(400);
});
