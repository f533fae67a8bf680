import type { EventType } from "../domain/events/types.ts";
import { aCatalog, type TestCatalog } from "./a-catalog.ts";
import { aSubscription } from "./a-subscription.ts";
import { aTenant, type TestTenant } from "./a-tenant.ts";
import type { Reply } from "./client.ts";
import { aReceiver } from "./receiver.ts";
import { unique, type World } from "./world.ts";

// The objects that the operations of mutations.ts need in order to change something.

/** A TEST tenant that sells a free and two paid plans, for one operation. */
export interface Stage extends TestTenant {
  world: World;
  catalog: TestCatalog;
}

/** One successful call of an operation, and what it writes. */
export interface Recipe {
  tells: EventType[];
  /** Makes ready; answers the call itself. */
  prepare(stage: Stage): Promise<() => Promise<Reply>>;
}

export async function aStage(world: World): Promise<Stage> {
  const tenant = await aTenant(world, { mode: "TEST" });
  const entitlements = { calls: { limit: 100 } };
  const plan = (slug: string, amount: number) => ({ slug, entitlements, prices: [{ amount }] });
  const catalog = await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" }, flag: { type: "BOOLEAN" } },
    plans: [plan("free", 0), plan("pro", 1_000), plan("team", 2_000)],
  });
  return { ...tenant, world, catalog };
}

/** A recipe that first makes something and then calls with it. */
export function after<Made>(
  tells: EventType[],
  make: (stage: Stage) => Promise<Made>,
  call: (stage: Stage, made: Made) => Promise<Reply>,
): Recipe {
  return {
    tells,
    async prepare(stage) {
      const made = await make(stage);
      return () => call(stage, made);
    },
  };
}

export const just = (tells: EventType[], call: (stage: Stage) => Promise<Reply>): Recipe =>
  after(tells, async () => undefined, call);

/** The body of an answer that has to be a success. */
export async function done(reply: Promise<Reply>): Promise<Reply["body"]> {
  const { status, body } = await reply;
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
}

export const email = () => `${unique("p")}@example.com`;
const made = (path: string, body: (stage: Stage) => object) => async (stage: Stage) =>
  (await done(stage.admin.post(path, body(stage)))).id as string;

export const anApplication = made("/v1/applications", () => ({ name: "Other", kind: "SERVER" }));
export const aProduct = made("/v1/catalog/products", () => ({ slug: unique("product"), name: "Other" }));
let day = 0;
/** Of a day of its own. */
export const aRate = made("/v1/billing/revenue/rates", () => ({
  currency: "USD",
  into: "EUR",
  rate: "0.92",
  valid_from: new Date(Date.UTC(2020, 0, ++day)).toISOString().slice(0, 10),
}));
export const aPlan = made("/v1/catalog/plans", ({ catalog }) => ({
  product_id: catalog.productId,
  slug: unique("plan"),
  name: "Other",
}));
export const aFeature = made("/v1/catalog/features", () => ({
  key: "other",
  name: "Other",
  type: "BOOLEAN",
}));
export const aDraft = made("/v1/catalog/packs", ({ catalog }) => ({
  plan_id: catalog.plans.pro?.id,
  entitlements: [{ feature_key: "flag" }],
}));
export const anOverride = async (stage: Stage) => {
  const customer = await aCustomer(stage);
  return made("/v1/billing/overrides", () => ({
    customer,
    feature_key: "flag",
    enabled: true,
    reason: "kind",
  }))(stage);
};
/** The stage's tenant as a LIVE one whose sandbox has a feature more; the version of the preview of its copy. */
export async function aCopyPreview({ id: parentId, scope, admin, world }: Stage): Promise<string> {
  await scope.db.tenant.update({ where: { id: parentId }, data: { mode: "LIVE" } });
  const sandbox = await aTenant(world, { mode: "TEST" });
  await scope.db.tenant.update({ where: { id: sandbox.id }, data: { parentId } });
  await done(sandbox.admin.post("/v1/catalog/features", { key: "copied", name: "Copied", type: "BOOLEAN" }));
  return (await done(admin.get("/v1/catalog/copies/preview"))).version;
}
export const aClock = made("/v1/test-clocks", () => ({ now: "2030-01-01T00:00:00Z" }));
export const anEntry = async ({ server }: Stage) => {
  const address = email();
  await done(server.post("/v1/waitlist", { email: address }));
  const { entries } = await done(server.get("/v1/waitlist"));
  return { id: entries[0].id as string, email: address };
};
export const aToken = async ({ server, ...stage }: Stage) => {
  const address = email();
  const { token } = await done(server.post("/v1/invitations/token", { email: address }));
  const where = { tenantId: stage.id, email: address };
  const { id } = await stage.scope.db.invitationToken.findFirstOrThrow({ where });
  return { id, token: token as string };
};
export const aCode = async ({ server, id: tenantId, scope }: Stage) => {
  const { code } = await done(server.post("/v1/invitations/code", {}));
  const { id } = await scope.db.invitationCode.findFirstOrThrow({ where: { tenantId } });
  return { id, code: code as string };
};

/** Starts a subscription over REST: the answer, for a test that looks at it or repeats the call; others have `aSubscription`. */
export const start = (stage: Stage, plan: string, customer = unique("customer")) =>
  stage.server.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    email: email(),
    plan_price_id: stage.catalog.plans[plan]?.prices[0],
    ...(plan !== "free" && { cardprovider_test_card_token: "tok_visa" }),
  });
export async function aCustomer(stage: Stage): Promise<string> {
  const price = stage.catalog.plans.free?.prices[0];
  return (await aSubscription(stage, { price, paidBy: "nothing" })).customer;
}

/** A second version of the free plan on sale, with one subscriber on the first. */
export async function twoPacks(stage: Stage): Promise<{ from: string; to: string }> {
  await aCustomer(stage);
  const { id: plan_id, packId: from = "" } = stage.catalog.plans.free ?? {};
  const { id: to } = await done(stage.admin.post("/v1/catalog/packs", { plan_id, from_pack_id: from }));
  await done(stage.admin.post(`/v1/catalog/packs/${to}/publish`));
  return { from, to };
}

export async function anEndpoint({ admin }: Stage): Promise<string> {
  const receiver = await aReceiver();
  await receiver.stop();
  const { id } = await done(
    admin.post("/v1/webhook-endpoints", { url: receiver.url, types: ["user.created"] }),
  );
  return id;
}
