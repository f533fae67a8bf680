import { expect } from "vitest";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";

it("puts plans in an order, those that are not named behind them, and records what moved", async ({
  world,
}) => {
  const tenant = await aTenant(world);
  const { admin } = tenant;
  const slugs = ["a", "b", "c", "d"];
  const plans = slugs.map((slug) => ({ slug, prices: [{ amount: 100 }] }));
  const catalog = await aCatalog(tenant.scope, { plans });
  const ids = slugs.map((slug) => catalog.plans[slug]?.id ?? "");
  const [a = "", b = "", c = "", d = ""] = ids;
  const order = (plan_ids: string[]) =>
    admin.post("/v1/catalog/plans/order", { product_id: catalog.productId, plan_ids });
  const shown = async () => {
    const { body } = await tenant.browser.get("/v1/pricing");
    return body.products[0].plans.map(({ slug }: { slug: string }) => slug).join("");
  };
  const moved = () =>
    tenant.scope.db.auditEntry.count({ where: { tenantId: tenant.id, action: "plan.updated" } });

  const first = await order([c, a]);
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  expect(
    first.body.data.map(({ slug, position }: { slug: string; position: number }) => [slug, position]),
  ).toEqual([
    ["c", 0],
    ["a", 1],
    ["b", 2],
    ["d", 3],
  ]);
  expect(await shown()).toBe("cabd");
  expect(await moved()).toBe(3);
  await order([c, a]);
  expect(await moved()).toBe(3);

  // An archived plan has no place any more.
  await admin.post(`/v1/catalog/plans/${d}/archive`);
  expect((await order([d])).body.code).toBe("K5002");
  const other = await aCatalog(tenant.scope, { plans: [{ slug: "z", prices: [{ amount: 100 }] }] });
  expect((await order([other.plans.z?.id ?? ""])).body.code).toBe("K5002");
  expect((await order([a, a])).status).toBe(400);
  expect(
    (await admin.post("/v1/catalog/plans/order", { product_id: "prod_unknown", plan_ids: [a] })).body.code,
  ).toBe("K5001");
  expect(await shown()).toBe("cab");

  // Whoever comes last decides, whole.
  await Promise.all([order([a, b, c]), order([b, c, a]), order([c, b, a])]);
  expect(["abc", "bca", "cba"]).toContain(await shown());
});
