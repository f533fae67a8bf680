import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser } from "../domain/auth/create-user.ts";
import { installationTenant } from "../domain/auth/installation.ts";
import { systemScope } from "../domain/scope.ts";
import { hashPassword } from "../platform/passwords.ts";
import type { OperationMeta, RoleName } from "../platform/schema/operation.ts";
import { ROLES } from "../platform/schema/operation.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../testing/world.ts";
import { appRouter } from "../trpc/root.ts";
import { installPagesBridge } from "./pages-bridge.ts";
import type { PagesBridge, PagesBridgeKey, SessionClaims } from "./pages-contract.ts";

// Made from the router: each operation refuses the roles below its own before it looks at anything else.

const PASSWORD = "a long password nobody guesses";
const KEY: PagesBridgeKey = "usher.pages";

let world: World;
let bridge: PagesBridge;
let tenant: TestTenant;

beforeAll(async () => {
  world = await openWorld();
  installPagesBridge(world.services, { nextAuthSecret: "a secret of the test" });
  // The bridge puts exactly this type under its symbol.
  bridge = Reflect.get(globalThis, Symbol.for(KEY)) as PagesBridge;
  tenant = await aTenant(world);
});

afterAll(() => world.close());

async function aMember(role: RoleName): Promise<SessionClaims> {
  const { services } = world;
  const email = `${unique("member")}@example.com`;
  const passwordHash = await hashPassword(PASSWORD);
  await services.db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from pg_advisory_xact_lock(hashtext('usher owner'))`;
    const home = await installationTenant(tx, services);
    const user = await createUser(tx, systemScope(services, home, "test"), {
      email,
      name: null,
      passwordHash,
    });
    const target = { targetTenantId: tenant.id, role, createdAt: services.clock.now() };
    await tx.membership.create({ data: { tenantId: home.id, userId: user.id, ...target } });
  });
  const answer = await bridge.signIn({ email, password: PASSWORD, address: "192.0.2.1" });
  if (!answer.isSignedIn) throw new Error(answer.message);
  return answer.claims;
}

interface Procedure {
  _def: { type: "query" | "mutation"; meta?: OperationMeta };
}

/** They look at the credentials they are sent, never at a session. */
const WITHOUT_SESSION = ["auth.token", "auth.revoke"];

// tRPC keeps its procedures flat, by their path; its type says less.
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>);

test.each(["VIEWER", "SUPPORT", "ADMIN"] as const)(
  "%s is refused by every operation that needs more",
  async (role) => {
    const claims = await aMember(role);
    const above = procedures.filter(
      ([path, { _def }]) =>
        !WITHOUT_SESSION.includes(path) &&
        ROLES.indexOf(_def.meta?.rules.role ?? "OWNER") > ROLES.indexOf(role),
    );
    expect(above.length).toBeGreaterThan(0);
    for (const [path, { _def }] of above) {
      const headers = { "x-usher-tenant": tenant.id, "content-type": "application/json" };
      const url = `http://pages.internal/api/trpc/${path}`;
      const request =
        _def.type === "query"
          ? new Request(`${url}?input=${encodeURIComponent("{}")}`, { headers })
          : new Request(url, { method: "POST", headers, body: "{}" });
      const response = await bridge.trpc(request, claims);
      const body = await response.json();
      expect([path, response.status, body.error?.data.error.code]).toEqual([path, 403, "K2009"]);
    }
  },
);

test("writing needs more than VIEWER, save what belongs to the member alone or to nobody yet", () => {
  const open = procedures
    .filter(([, { _def }]) => _def.type === "mutation" && _def.meta?.rules.role === "VIEWER")
    .map(([path]) => path)
    .sort();
  expect(open).toEqual([
    "account.changePassword",
    "account.confirmTotp",
    "account.disableTotp",
    "account.startTotp",
    "account.update",
    "auth.changePassword",
    "auth.signOut",
    "invitations.redeem",
    "team.accept",
    "team.setUp",
  ]);
});
