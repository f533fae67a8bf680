import { expect } from "vitest";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { it } from "../../testing/it.ts";

let tenant: TestTenant;

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
});

it("settings are changed one by one, with before and after in the audit", async ({ world }) => {
  const before = (await tenant.admin.get("/v1/settings")).body;
  expect(before).toMatchObject({ tenant_id: tenant.id, signup_policy: "OPEN", waitlist_referrals: false });
  const change = { signup_policy: "INVITE_ONLY", website_url: "https://example.com", grace_period_days: 3 };
  const after = await tenant.admin.send("PATCH", "/v1/settings", change);
  expect(after.body).toMatchObject({ ...before, ...change, updated_at: expect.any(String) });
  const entry = await world.services.db.auditEntry.findFirst({
    where: { tenantId: tenant.id, action: "settings.updated" },
  });
  expect([entry?.before, entry?.after]).toMatchObject([{ signup_policy: "OPEN" }, change]);
});

it.each([
  { signup_policy: "NOBODY" },
  { brand_color: "red" },
  { website_url: "javascript:alert(1)" },
  { grace_period_days: -1 },
])("refuses %o", async (change) => {
  const reply = await tenant.admin.send("PATCH", "/v1/settings", change);
  expect([reply.status, reply.body.code]).toEqual([400, "K1002"]);
});
