import { expect } from "vitest";
import { aCatalog } from "../../testing/a-catalog.ts";
import { aSubscription } from "../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { it } from "../../testing/it.ts";
import { getSetupGaps } from "./get-setup-gaps.ts";

async function withoutProvider(tenant: TestTenant): Promise<void> {
  await tenant.scope.db.providerAccount.deleteMany({ where: { tenantId: tenant.id } });
}

const gaps = async ({ scope }: TestTenant) => {
  const { lacks_card_provider: card, lacks_bank_details: bank } = await getSetupGaps(scope);
  return { card, bank };
};

it("a card provider is missing where a LIVE tenant sells for money", async ({ world }) => {
  const live = await aTenant(world, { mode: "LIVE" });
  await withoutProvider(live);
  expect(await gaps(live)).toEqual({ card: false, bank: false });
  await aCatalog(live.scope, { plans: [{ slug: "free", prices: [{ amount: 0 }] }] });
  expect(await gaps(live)).toEqual({ card: false, bank: false });
  await aCatalog(live.scope, { plans: [{ slug: "solo", prices: [{ amount: 1_000 }] }] });
  expect(await gaps(live)).toEqual({ card: true, bank: true });
});

it("a key is missing where a LIVE tenant sells for money and no back end has one", async ({ world }) => {
  const live = await aTenant(world, { mode: "LIVE" });
  const lacksKey = async () => (await getSetupGaps(live.scope)).lacks_key;
  await aCatalog(live.scope, { plans: [{ slug: "solo", prices: [{ amount: 1_000 }] }] });
  expect(await lacksKey()).toBe(false);
  await live.scope.db.application.updateMany({
    where: { tenantId: live.id, kind: "SERVER" },
    data: { revokedAt: new Date(0) },
  });
  expect(await lacksKey()).toBe(true);
});

it("bank details are missing where somebody pays by transfer", async ({ world }) => {
  const live = await aTenant(world, { mode: "LIVE" });
  const { plans } = await aCatalog(live.scope, { plans: [{ slug: "solo", prices: [{ amount: 1_000 }] }] });
  expect(await gaps(live)).toEqual({ card: false, bank: false });
  await aSubscription(live, { price: plans.solo?.prices[0], paidBy: "invoice" });
  expect(await gaps(live)).toEqual({ card: false, bank: true });
  await live.scope.db.tenant.update({ where: { id: live.id }, data: { invoicePayment: "IBAN AT00" } });
  expect(await gaps(live)).toEqual({ card: false, bank: false });
});

it("a mail server is missing where a LIVE tenant has customers who are not made up", async ({ world }) => {
  const lacksMail = async ({ scope }: TestTenant) => (await getSetupGaps(scope)).lacks_mail_server;
  // Its cards go to the sandbox, as the demo's do.
  const live = await aTenant(world, { mode: "LIVE" });
  expect(await lacksMail(live)).toBe(false);
  await live.scope.db.providerAccount.updateMany({
    where: { tenantId: live.id },
    data: { endpoint: "stripe" },
  });
  expect(await lacksMail(live)).toBe(true);
  await withoutProvider(live);
  expect(await lacksMail(live)).toBe(true);
  expect(await lacksMail(await aTenant(world, { mode: "TEST" }))).toBe(false);
});
