import { expect } from "vitest";
import { it } from "../../testing/it.ts";
import { anOwner } from "../../testing/mutations-dashboard.ts";
import { aDraft, aStage, done, start } from "../../testing/stage.ts";

it("what happened is told with names, and found by them in events and in the audit log", {
  tags: ["long"],
}, async ({ world }) => {
  const stage = await aStage(world);
  const { admin, server, scope, catalog } = stage;
  const owner = await anOwner(stage);
  const { id } = await done(start(stage, "pro", "ada"));
  await done(start(stage, "pro", "bob"));
  await scope.db.customer.updateMany({ where: { externalId: "ada" }, data: { name: "Ada Ltd" } });
  const change = { plan_price_id: catalog.plans.team?.prices[0] };
  await done(server.post(`/v1/billing/subscriptions/${id}/change-plan/preview`, change));
  const override = { customer: "ada", feature_key: "flag", enabled: true, reason: "kind" };
  await done(admin.post("/v1/billing/overrides", override));
  await aDraft(stage);
  const told = async (input: { about: string; type?: string }) =>
    (await owner.events.browse(input)).data.map(({ sentence, object_name: name }) => [sentence, name]);
  expect(await told({ about: "ada l", type: "quote." })).toEqual([
    ["Ada Ltd was quoted a price for a change to team.", null],
  ]);
  expect(await told({ about: "ADA", type: "override." })).toEqual([
    ["Ada Ltd was granted flag apart from their plan.", null],
  ]);
  expect(await told({ about: "bob", type: "quote." })).toEqual([]);
  expect(await told({ about: id, type: "subscription.created" })).toHaveLength(1);
  expect(await told({ about: "nobody of this name" })).toEqual([]);
  const { data: entries } = await owner.audit.browse({ about: "pro", action: "pack." });
  expect(entries).toMatchObject([{ sentence: "A draft of pro, version 2, was created.", object_name: null }]);
});
