import { expect } from "vitest";
import { aTenant } from "../../testing/a-tenant.ts";
import { it } from "../../testing/it.ts";

it("an application says when its keys were last used, written down once in some minutes", async ({
  world,
}) => {
  const { id: tenantId, admin, adminApplication, browser } = await aTenant(world);
  const lastUsed = async (kind: "SERVER" | "BROWSER") => {
    const { body } = await admin.get("/v1/applications");
    const found = body.data.find((one: { kind: string }) => one.kind === kind);
    return found.last_used_at === null ? null : Date.parse(found.last_used_at);
  };
  const before = Date.now();
  expect(await lastUsed("BROWSER")).toBeNull();
  await browser.get("/v1/pricing");
  await expect.poll(() => lastUsed("BROWSER")).toBeGreaterThanOrEqual(before - 1);
  const { db } = world.services;
  const ofAdmin = async () => {
    const row = await db.application.findFirstOrThrow({ where: { tenantId, id: adminApplication.id } });
    return row.lastUsedAt;
  };
  await expect.poll(ofAdmin).toBeInstanceOf(Date);
  await db.application.updateMany({ where: { tenantId }, data: { lastUsedAt: null } });
  const other = await aTenant(world);
  await admin.get("/v1/applications");
  await other.browser.get("/v1/pricing");
  // Asked later, and written down.
  const where = { tenantId: other.id, kind: "BROWSER" } as const;
  await expect.poll(async () => (await db.application.findFirst({ where }))?.lastUsedAt).toBeInstanceOf(Date);
  expect(await ofAdmin()).toBeNull();
});
