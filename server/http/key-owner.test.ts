// @module-tag ci
import { expect } from "vitest";
import { aTenant } from "../testing/a-tenant.ts";
import { aUser, PASSWORD } from "../testing/a-user.ts";
import type { Client, Reply } from "../testing/client.ts";
import { itWith } from "../testing/it.ts";
import { operationsOpenTo } from "../testing/open-operations.ts";
import { unique } from "../testing/world.ts";
import { appRouter } from "../trpc/root.ts";
import { runOnce } from "./run-once.ts";

const it = itWith({ environment: { USHER_TRUST_PROXY: "true", USHER_RATE_LIMIT: "1000000" } });

const KEY = { "idempotency-key": "signup-1" };
const email = () => `${unique("person")}@example.com`;
const from = (client: Client, address: string, agent = "Browser/1") =>
  client.with({ "x-forwarded-for": address, "user-agent": agent });
const join = (visitor: Client, who: string) => visitor.post("/v1/waitlist", { email: who }, KEY);
const seen = ({ status, headers }: Reply) => [status, headers.get("idempotent-replayed")];

it("visitors of one application who use the same key do not meet", async ({ world }) => {
  const { browser } = await aTenant(world);
  const who = email();
  expect(seen(await join(from(browser, "192.0.2.1"), who))).toEqual([201, null]);
  // The same visitor again; then others: at another address, with another browser, and with the same browser in the same office.
  expect(seen(await join(from(browser, "192.0.2.1"), who))).toEqual([201, "true"]);
  expect(seen(await join(from(browser, "192.0.2.2"), who))).toEqual([201, null]);
  expect(seen(await join(from(browser, "192.0.2.1", "Browser/2"), who))).toEqual([201, null]);
  expect(seen(await join(from(browser, "192.0.2.1"), email()))).toEqual([201, null]);
});

/** What visitors may send and would do its work twice, and why its answer may be repeated to who sends the same request elsewhere. */
const REPEATED_ANYWHERE = {
  "auth.confirmPasswordReset": "the request holds the token of a link",
  "auth.register": "a user is shown only to who sends an invitation's token and the password",
  "auth.verifyEmail": "the request holds the token of a link",
};

it("what a visitor sends again from another address runs anew only where its work is not done twice", () => {
  const posts = operationsOpenTo(appRouter).filter(
    ({ openapi, callers }) => openapi?.method === "POST" && callers.includes("visitor"),
  );
  expect(posts.length).toBeGreaterThan(4);
  const atomic = posts.filter(({ rules }) => rules.isAtomic).map(({ name }) => name);
  expect(atomic, "name it in REPEATED_ANYWHERE, with why nobody else is shown its answer").toEqual(
    Object.keys(REPEATED_ANYWHERE),
  );
});

it("a visitor whose address changes is registered once, and told so", async ({ world }) => {
  const { admin, browser } = await aTenant(world);
  const who = email();
  const { token } = (await admin.post("/v1/invitations/token", { email: who })).body;
  const register = (address: string, password = PASSWORD) =>
    from(browser, address).post("/v1/auth/register", { email: who, password, invitation_token: token }, KEY);
  const first = await register("192.0.2.1");
  expect(seen(first), JSON.stringify(first.body)).toEqual([201, null]);
  const again = await register("192.0.2.2");
  expect([...seen(again), again.body]).toEqual([201, "true", first.body]);
  const other = await register("192.0.2.1", "another password of theirs");
  expect([other.status, other.body.code]).toEqual([409, "K4009"]);
});

it("a key is the user's own, wherever they call from, and no other user's", async ({ world }) => {
  const tenant = await aTenant(world);
  const [ada, bob] = [await aUser(tenant), await aUser(tenant)];
  const card = (user: typeof ada, address: string, client = user.client) =>
    from(client, address).post("/v1/billing/cardprovider/setup-intent", { customer: user.customerId }, KEY);
  const first = await card(ada, "192.0.2.1");
  expect(seen(first)).toEqual([201, null]);
  expect(seen(await card(bob, "192.0.2.1"))).toEqual([201, null]);
  const again = await card(ada, "192.0.2.9");
  expect([...seen(again), again.body]).toEqual([201, "true", first.body]);
  const other = await from(ada.client, "192.0.2.9").post("/v1/auth/sign-out", {}, KEY);
  expect([other.status, other.body.code]).toEqual([422, "K9003"]);
  // The back end's own keys are not its users', whose tokens it sends.
  const { authorization } = ada.client.headers;
  expect(seen(await card(ada, "192.0.2.1", tenant.server.with({ authorization })))).toEqual([201, null]);
  expect(seen(await card(ada, "192.0.2.1", tenant.server))).toEqual([201, null]);
  expect((await tenant.server.post("/v1/invitations/code", {}, KEY)).body.code).toBe("K9003");
});

it("a user's key that a version before has stored is answered for its day", async ({ world }) => {
  const tenant = await aTenant(world);
  const [ada, bob] = [await aUser(tenant), await aUser(tenant)];
  const path = "/v1/billing/cardprovider/setup-intent";
  const { id: applicationId } = await world.services.db.application.findFirstOrThrow({
    where: { tenantId: tenant.id, kind: "BROWSER" },
  });
  const before = {
    tenantId: tenant.id,
    applicationId,
    actorId: ada.id,
    key: "signup-1",
    isAtomic: false,
    method: "POST",
    path,
    fields: { customer: ada.customerId },
    requestId: unique("req"),
  };
  const body = JSON.stringify({ client_secret: "kept", customer_id: ada.customerId });
  await runOnce(world.services, before, async () => ({ status: 201, body, headers: {} }));
  const again = await ada.client.post(path, before.fields, KEY);
  expect([...seen(again), again.body.client_secret]).toEqual([201, "true", "kept"]);
  expect(seen(await bob.client.post(path, { customer: bob.customerId }, KEY))).toEqual([201, null]);
});
