import { afterAll, beforeAll, expect, it } from "vitest";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { type Client, createClient } from "../../../testing/client.ts";
import { openSecondProcess } from "../../../testing/second-process.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";

let world: World;
let second: { baseUrl: string; close(): Promise<void> };
let tenant: TestTenant;
/** The same caller, of two servers that run in two processes on one database. */
let servers: Client[];

beforeAll(async () => {
  world = await openWorld();
  second = await openSecondProcess(world);
  tenant = await aTenant(world);
  const credentials = { "x-app-id": tenant.adminApplication.appId };
  const { access_token } = (
    await createClient(world.baseUrl, credentials).post("/v1/auth/token", {
      grant_type: "client_credentials",
      client_id: tenant.adminApplication.id,
      client_secret: tenant.adminApplication.clientSecret,
    })
  ).body;
  const headers = { ...credentials, authorization: `Bearer ${access_token}` };
  servers = [createClient(world.baseUrl, headers), createClient(second.baseUrl, headers)];
});

afterAll(async () => {
  await second.close();
  await world.close();
});

const AT_ONCE = 200;

/** 200 redemptions at once, by as many users, half at each server. */
const redeem = (invitation: object, user = (index: number) => `user-${index}`) =>
  Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      (servers[index % 2] as Client).post("/v1/invitations/redeem", { ...invitation, user: user(index) }),
    ),
  );

it("a code for 50 is redeemed 50 times by 200 at once in two processes", async () => {
  const { code } = (await tenant.server.post("/v1/invitations/code", { maxUses: 50 })).body;
  const replies = await redeem({ code });
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(50);
  const refused = replies.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(["409 K4009"]),
  );
  const { codes } = (await tenant.server.get("/v1/invitations")).body;
  expect(codes[0]).toMatchObject({ used_count: 50, max_uses: 50, isUsed: true });
  expect(new Set(codes[0].used_by).size).toBe(50);
});

it("a token is redeemed once by 200 at once in two processes", async () => {
  const email = `${unique("token")}@example.com`;
  const { token, id } = (await tenant.server.post("/v1/invitations/token", { email })).body;
  const replies = await redeem({ token });
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const { data } = (await tenant.server.get(`/v1/invitations/redemptions?invitation_id=${id}`)).body;
  expect(data).toHaveLength(1);
});

it("the same user 200 times at once counts once", async () => {
  const { code } = (await tenant.server.post("/v1/invitations/code", { maxUses: 3 })).body;
  const replies = await redeem({ code }, () => "one and the same");
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  const { codes } = (await tenant.server.get("/v1/invitations")).body;
  expect(codes[0]).toMatchObject({ used_count: 1, used_by: ["one and the same"] });
});
