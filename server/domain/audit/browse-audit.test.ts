import { expect } from "vitest";
import { it } from "../../testing/it.ts";
import { anOwner } from "../../testing/mutations-dashboard.ts";
import { aStage, done } from "../../testing/stage.ts";

it("entries are told in sentences, and found by who did what, and when", async ({ world }) => {
  const stage = await aStage(world);
  const owner = await anOwner(stage);
  await done(stage.admin.send("PATCH", "/v1/settings", { invoice_due_days: 14 }));
  await owner.settings.update({ invoice_due_days: 30 });
  const found = async (input: object) => (await owner.audit.browse({ action: "settings.", ...input })).data;
  const [byMember, byApplication] = await found({});
  expect(byMember).toMatchObject({
    actor_type: "USER",
    sentence: "The settings changed.",
    object_name: "Test tenant",
  });
  expect(byApplication).toMatchObject({ actor_type: "APPLICATION", after: { invoice_due_days: 14 } });
  expect(await found({ actor_type: "USER" })).toEqual([byMember]);
  expect(await found({ actor: stage.adminApplication.id })).toEqual([byApplication]);
  expect(await found({ actor_type: "SYSTEM" })).toEqual([]);
  const { data: events } = await owner.events.browse({ type: "settings.updated" });
  expect(events[0]).toMatchObject({ sentence: "The settings changed.", object_name: "Test tenant" });
  const later = new Date(Date.parse(byMember?.created_at ?? "") + 1).toISOString();
  expect(await found({ from: later })).toEqual([]);
});
