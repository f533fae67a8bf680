import { expect } from "vitest";
import { aStory } from "../../../testing/a-story.ts";
import { it } from "../../../testing/it.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { syncSubscription } from "../subscriptions/sync/sync-subscription.ts";
import { phasesOf } from "./phases.ts";

it("a pause that a callback tells begins new terms at the moment of the customer's test clock", async ({
  world,
}) => {
  const at = (day: string) => `2031-${day}T00:00:00.000Z`;
  const story = await aStory(world, at("01-01"), {
    features: {},
    plans: [{ slug: "pro", prices: [{ amount: 1000 }] }],
  });
  const id = await story.start("PROVIDER_A", "pro");
  await story.to(at("01-08"));
  const { scope } = story.tenant;
  const { provider_subscription_id: remoteId } = await story.subscription(id);
  await (await cardProviderOf(scope)).pauseSubscription(remoteId);
  // Callbacks are handled in the server's time.
  expect(await syncSubscription(scope, id)).toBe(true);
  const phases = await phasesOf(scope.db, scope, id);
  expect(
    phases.map(({ from, to, collecting }) => [from.toISOString(), to?.toISOString() ?? null, collecting]),
  ).toEqual([
    [at("01-01"), at("01-08"), "PAID"],
    [at("01-08"), null, "PAUSED"],
  ]);
});
