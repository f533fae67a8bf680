import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { hashPassword } from "../../platform/passwords.ts";
import type { KnownApplication } from "../../platform/scope.ts";
import { aMember } from "../../testing/a-member.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { PASSWORD } from "../../testing/a-user.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";
import { signInMember } from "../members/sign-in-member.ts";
import { createUser } from "../users/create-user.ts";
import { signIn } from "./sign-in.ts";

// A wrong password asks the database for the same, whether the address is known or not: one statement more is milliseconds more, which
// tell a stranger which addresses have accounts. Counted, as time itself differs from machine to machine.

let world: World;
let tenant: TestTenant;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
});

afterAll(() => world.close());

const isCounted = new AsyncLocalStorage<true>();

/** The statements that some work sends. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const send = pg.Client.prototype.query;
  let statements = 0;
  const query = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    if (isCounted.getStore()) statements += 1;
    return Reflect.apply(send, this, args);
  });
  try {
    await isCounted.run(true, work);
  } finally {
    query.mockRestore();
  }
  return statements;
}

const password = "a wrong but honest phrase";

it("a user's wrong password is as much work as an unknown address", async () => {
  const known = `${unique("known")}@example.com`;
  const passwordHash = await hashPassword(PASSWORD);
  await world.services.db.$transaction((tx) =>
    createUser(tx, tenant.scope, { email: known, name: null, passwordHash }),
  );
  const { tenantId, applicationId } = tenant.scope;
  const application = { tenantId, id: applicationId ?? "", kind: "SERVER" } as KnownApplication;
  await expectSameWork(known, "K2016", (username) =>
    signIn(world.services, application, {
      username,
      password,
      scope: undefined,
      address: "192.0.2.1",
      device: undefined,
    }),
  );
});

it("a member's wrong password is as much work as an unknown address", async () => {
  const { userId } = await aMember(world, tenant.id, "VIEWER");
  const { email } = await world.services.db.user.findFirstOrThrow({ where: { id: userId } });
  await expectSameWork(email, "K2011", (email) =>
    signInMember(world.services, { email, password, address: "192.0.2.1", device: null }),
  );
});

async function expectSameWork(
  known: string,
  code: string,
  attempt: (email: string) => Promise<unknown>,
): Promise<void> {
  const work = (email: string) => statementsOf(() => expect(attempt(email)).rejects.toMatchObject({ code }));
  // What a process reads once is read by the first.
  await work(`${unique("first")}@example.com`);
  const [ofKnown, ofUnknown] = [await work(known), await work(`${unique("unknown")}@example.com`)];
  expect(ofUnknown).toBeGreaterThan(0);
  expect(ofKnown).toBe(ofUnknown);
}
