import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { it } from "../../../testing/it.ts";
import { aForeignOne } from "../../../testing/mutations-billing.ts";
import { aStage, type Stage } from "../../../testing/stage.ts";
import type { World } from "../../../testing/world.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { ACTIONS, endHere } from "../card-provider/drift/actions.ts";
import { syncFromProvider } from "../provider-events/process-event.ts";
import { getSubscriptionOrThrow } from "./load-subscription.ts";
import { phasesOf } from "./phases.ts";

const collected = async ({ scope }: Pick<Stage, "scope">, id: string) =>
  (await phasesOf(scope.db, scope, id)).map(({ collecting }) => collecting);

const remoteOf = async ({ scope }: Pick<Stage, "scope">, id: string) =>
  (await getSubscriptionOrThrow(scope.db, scope, id)).providerSubscriptionId ?? "";

/** Callbacks of the same change, several at once and one late. */
async function callbacks({ scope }: Pick<Stage, "scope">, remoteId: string): Promise<void> {
  await Promise.all(Array.from({ length: 4 }, () => syncFromProvider(scope, remoteId)));
  await syncFromProvider(scope, remoteId);
}

async function aTrial(world: World): Promise<{ story: Story; id: string; remoteId: string }> {
  const plans = [{ slug: "pro", prices: [{ amount: 4000, trialDays: 14 }] }];
  const story = await aStory(world, "2027-01-10T00:00:00Z", { plans });
  const id = await story.start("PROVIDER_A", "pro");
  return { story, id, remoteId: await remoteOf(story.tenant, id) };
}

describe("terms that the card provider changed", () => {
  it("are written once, however often its callbacks come", { tags: ["long"] }, async ({ world }) => {
    const stage = await aStage(world);
    const { id } = await aSubscription(stage);
    const remoteId = await remoteOf(stage, id);
    const provider = await cardProviderOf(stage.scope);
    await provider.pauseSubscription(remoteId);
    await callbacks(stage, remoteId);
    expect(await collected(stage, id)).toEqual(["PAID", "PAUSED"]);
    await provider.resumeSubscription(remoteId);
    await callbacks(stage, remoteId);
    expect(await collected(stage, id)).toEqual(["PAID", "PAUSED", "PAID"]);
    await provider.setEnding({ id: remoteId, atPeriodEnd: true, reason: null });
    await callbacks(stage, remoteId);
    expect(await collected(stage, id)).toEqual(["PAID", "PAUSED", "PAID"]);
  });

  it("begin to be paid when it ended a trial early, not when that was learned", { tags: ["long"] }, async ({
    world,
  }) => {
    const { story, id, remoteId } = await aTrial(world);
    await story.to("2027-01-12T00:00:00Z");
    const { scope } = story.tenant;
    const provider = await cardProviderOf(scope);
    await provider.endTrial({ id: remoteId, idempotencyKey: "early" });
    await story.to("2027-01-20T00:00:00Z");
    await callbacks(story.tenant, remoteId);
    const phases = await phasesOf(scope.db, scope, id);
    expect(phases.map(({ collecting, from }) => [collecting, from.toISOString()])).toEqual([
      ["TRIAL", "2027-01-10T00:00:00.000Z"],
      ["PAID", "2027-01-12T00:00:00.000Z"],
    ]);
    expect(phases.map(({ anchor }) => anchor.toISOString())).toEqual([
      "2027-01-24T00:00:00.000Z",
      "2027-01-12T00:00:00.000Z",
    ]);
  });

  it("end when it ended the subscription, not when that was learned", { tags: ["long"] }, async ({
    world,
  }) => {
    const { story, id, remoteId } = await aTrial(world);
    await story.to("2027-02-03T00:00:00Z");
    const { scope } = story.tenant;
    await (await cardProviderOf(scope)).cancelSubscription({ id: remoteId, idempotencyKey: "end" });
    await story.to("2027-02-10T00:00:00Z");
    await callbacks(story.tenant, remoteId);
    const phases = await phasesOf(scope.db, scope, id);
    expect(phases.map(({ collecting, to }) => [collecting, to?.toISOString()])).toEqual([
      ["TRIAL", "2027-01-24T00:00:00.000Z"],
      ["PAID", "2027-02-03T00:00:00.000Z"],
    ]);
  });

  it("go on without a gap where it was live after all and had ended here alone", { tags: ["long"] }, async ({
    world,
  }) => {
    const stage = await aStage(world);
    const { id } = await aSubscription(stage);
    const [first] = await phasesOf(stage.scope.db, stage.scope, id);
    await endHere(stage.scope, id);
    expect((await phasesOf(stage.scope.db, stage.scope, id))[0]?.to).not.toBe(null);
    const row = await getSubscriptionOrThrow(stage.scope.db, stage.scope, id);
    const provider = await cardProviderOf(stage.scope);
    const remote = await provider.readSubscription(row.providerSubscriptionId ?? "");
    const difference = { providerSubscriptionId: row.providerSubscriptionId ?? "" };
    // The action looks at no more of its sides and of the difference.
    const [sides, found] = [{ row, remote }, difference] as unknown as [
      Parameters<typeof ACTIONS.restore_here>[2],
      Parameters<typeof ACTIONS.restore_here>[3],
    ];
    await ACTIONS.restore_here(stage.scope, provider, sides, found);
    expect(await phasesOf(stage.scope.db, stage.scope, id)).toEqual([first]);
  });

  it("begin with the running period where the subscription was imported", async ({ world }) => {
    const stage = await aStage(world);
    const provider_price_id = await aForeignOne(stage);
    const prices = [{ provider_price_id, plan_price_id: stage.catalog.plans.pro?.prices[0] }];
    const imported = await stage.admin.post("/v1/billing/cardprovider/import", { is_dry_run: false, prices });
    expect(imported.status, JSON.stringify(imported.body)).toBeLessThan(300);
    const row = await stage.scope.db.subscription.findFirstOrThrow({ where: { tenantId: stage.id } });
    const phases = await phasesOf(stage.scope.db, stage.scope, row.id);
    expect(phases).toMatchObject([
      { from: row.currentPeriodStart, to: null, amount: 1000n, provider: "PROVIDER_A", collecting: "PAID" },
    ]);
  });
});
