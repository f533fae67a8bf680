import { afterAll, beforeAll, expect, test } from "vitest";
import type { OperationMeta } from "../platform/schema/operation.ts";
import { ROLES } from "../platform/schema/operation.ts";
import { aMember } from "../testing/a-member.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { openWorld, type World } from "../testing/world.ts";
import { appRouter } from "../trpc/root.ts";
import { installPagesBridge } from "./pages-bridge.ts";
import type { PagesBridge, PagesBridgeKey } from "./pages-contract.ts";

// Made from the router: each operation refuses the roles below its own before it looks at anything else.

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
    const claims = await aMember(world, tenant.id, role);
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
