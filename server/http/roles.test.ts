import { afterAll, beforeAll, expect, test } from "vitest";
import type { OperationMeta } from "../platform/schema/operation.ts";
import { ROLES } from "../platform/schema/operation.ts";
import { aMember } from "../testing/a-member.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { aUser } from "../testing/a-user.ts";
import { openWorld, type World } from "../testing/world.ts";
import { appRouter } from "../trpc/root.ts";
import { proceduresOf } from "../vendor/trpc-parts.ts";
import { installPagesBridge } from "./pages-bridge.ts";
import type { OpenPortal, PagesBridge, PagesBridgeKey } from "./pages-contract.ts";

// Made from the router: each operation refuses the roles below its own before it looks at anything else.

const KEY: PagesBridgeKey = "usher.pages";

let world: World;
let bridge: PagesBridge;
let tenant: TestTenant;
/** A customer's portal, opened by the customer or by a member. */
let openPortal: Omit<OpenPortal, "member"> & { address: string };

beforeAll(async () => {
  world = await openWorld();
  installPagesBridge(world.services, { nextAuthSecret: "a secret of the test" });
  // The bridge puts exactly this type under its symbol.
  bridge = Reflect.get(globalThis, Symbol.for(KEY)) as PagesBridge;
  tenant = await aTenant(world);
  const { customerId } = await aUser(tenant);
  const { slug } = await world.services.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  const look = await bridge.tenant(slug);
  if (!look) throw new Error("The tenant is not there.");
  openPortal = { tenant: look, customerId, returnUrl: null, address: "192.0.2.1" };
});

afterAll(() => world.close());

/** They look at the credentials they are sent, never at a session. */
const WITHOUT_SESSION = ["auth.token", "auth.revoke"];
/** So do these of members: at the token of an invitation, of the setup or of a reset. */
const WITHOUT_CALLER = [
  ...WITHOUT_SESSION,
  "members.accept",
  "members.setUp",
  "members.requestReset",
  "members.confirmReset",
];

const procedures = proceduresOf(appRouter).map(
  // The root router is made with OperationMeta as its meta type.
  ({ name, type, meta }) => [name, { type, meta: meta as OperationMeta | undefined }] as const,
);

test.each(["VIEWER", "SUPPORT", "ADMIN"] as const)(
  "%s is refused by every operation that needs more",
  { tags: ["long"] },
  async (role) => {
    const claims = await aMember(world, tenant.id, role);
    const above = procedures.filter(
      ([path, { meta }]) =>
        !WITHOUT_SESSION.includes(path) && ROLES.indexOf(meta?.rules.role ?? "OWNER") > ROLES.indexOf(role),
    );
    expect(above.length).toBeGreaterThan(0);
    for (const [path, { type }] of above) {
      const headers = { "x-usher-tenant": tenant.id, "content-type": "application/json" };
      const url = `http://pages.internal/api/trpc/${path}`;
      const request =
        type === "query"
          ? new Request(`${url}?input=${encodeURIComponent("{}")}`, { headers })
          : new Request(url, { method: "POST", headers, body: "{}" });
      const response = await bridge.trpc(request, claims);
      const body = await response.json();
      expect([path, response.status, body.error?.data.error.code]).toEqual([path, 403, "K2009"]);
    }
  },
);

test.each(ROLES)(
  "a portal that %s opened lets nothing through that the role may not do by itself",
  async (role) => {
    const claims = await aMember(world, tenant.id, role);
    const portal = { ...openPortal, member: { userId: claims.userId, role } };
    const refusals = new Map<string, string | undefined>();
    for (const [path, { type }] of procedures) {
      if (WITHOUT_CALLER.includes(path)) continue;
      const url = `http://pages.internal/api/trpc/${path}`;
      const headers = { "content-type": "application/json" };
      const request =
        type === "query"
          ? new Request(`${url}?input=${encodeURIComponent("{}")}`)
          : new Request(url, { method: "POST", headers, body: "{}" });
      const body = await (await bridge.portalTrpc(request, portal)).json();
      refusals.set(path, body.error?.data.error.code);
    }
    const expected = procedures.flatMap(([path, { meta }]) => {
      const rules = meta?.rules;
      if (!rules || WITHOUT_CALLER.includes(path)) return [];
      const isAbove = ROLES.indexOf(rules.role) > ROLES.indexOf(role);
      if (rules.isForPortal) return isAbove ? [[path, "K2029"]] : [];
      // What any visitor of the tenant's pages may do.
      return rules.security === "app" && rules.isForBrowsers ? [] : [[path, "K2005"]];
    });
    const refused = [...refusals].filter(([, code]) => code === "K2005" || code === "K2029");
    expect(refused.sort()).toEqual(expected.sort());
  },
);

test("what the tenant's secret shows of many people at once no member is shown", async () => {
  const claims = await aMember(world, tenant.id, "OWNER");
  const closed = procedures.filter(([, { meta }]) => meta?.rules.isForMembers === false);
  expect(closed.map(([path]) => path)).toContain("invitations.list");
  for (const [path] of closed) {
    const headers = { "x-usher-tenant": tenant.id };
    const request = new Request(`http://pages.internal/api/trpc/${path}?input=${encodeURIComponent("{}")}`, {
      headers,
    });
    const body = await (await bridge.trpc(request, claims)).json();
    expect([path, body.error?.data.error.code]).toEqual([path, "K2028"]);
  }
});

test("writing needs more than VIEWER, except for what belongs to the member alone, or has no owner yet", () => {
  const open = procedures
    .filter(([, { type, meta }]) => type === "mutation" && meta?.rules.role === "VIEWER")
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
    "members.accept",
    "members.confirmReset",
    "members.requestReset",
    "members.setUp",
    // It computes what a plan would cost, and changes nothing.
    "plans.preview",
  ]);
});

const OF_ONE_SELF = /^(?:account\.|auth\.(?:changePassword|signOut)$)/;

test("a member below ADMIN changes their own account and what support may: never a card, a price or a subscription", () => {
  const below = procedures.filter(
    ([path, { type, meta }]) =>
      type === "mutation" &&
      !WITHOUT_CALLER.includes(path) &&
      meta?.rules.isForMembers &&
      ["VIEWER", "SUPPORT"].includes(meta.rules.role),
  );
  const ofOthers = below.map(([path]) => path).filter((path) => !OF_ONE_SELF.test(path));
  expect(ofOthers.sort()).toEqual([
    "customers.addNote",
    "customers.deleteNote",
    "overrides.create",
    "overrides.revoke",
    "plans.preview",
    "portal.createSession",
    // It computes what a change would cost, and changes nothing.
    "subscriptions.previewChange",
  ]);
});
