import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { describe, expect } from "vitest";
import { MIGRATIONS_FOLDER } from "../../../platform/database/migration-files.ts";
import { omit } from "../../../platform/omit.ts";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { it } from "../../../testing/it.ts";
import { ownDatabase } from "../../../testing/own-database.ts";
import { openWorld, type World } from "../../../testing/world.ts";
import { phasesOf } from "./phases.ts";
import { rebuildDueTerms, rebuildTerms } from "./rebuild-terms.ts";

/** What the migration says from this line on: the phases of subscriptions from before terms were kept. */
const BACKFILL = "-- Subscriptions of today have";

async function aLife(world: World): Promise<{ story: Story; id: string }> {
  const seats = {
    seats: { limit: 1, driverStepSize: 1, prices: [{ currency: "USD", driverStepAmount: 500n }] },
  };
  const story = await aStory(world, "2027-01-31T12:00:00Z", {
    features: { seats: { type: "ALLOCATED" } },
    plans: [
      { slug: "tried", entitlements: seats, prices: [{ amount: 2000, trialDays: 14 }] },
      { slug: "pro", entitlements: seats, prices: [{ amount: 4000 }] },
    ],
  });
  const id = await story.start("PROVIDER_B", "tried", { drivers: [{ feature_key: "seats", steps: 2 }] });
  await story.to("2027-02-15T00:00:00Z");
  await story.tell(id, "pause");
  await story.to("2027-02-16T00:00:00Z");
  await story.tell(id, "resume");
  await story.to("2027-02-17T00:00:00Z");
  await story.tell(id, "change-plan", { plan_price_id: story.price("pro") });
  await story.to("2027-03-15T00:00:00Z");
  return { story, id };
}

/** The terms as a history tells them: without ids, and without the anchors, which events do not hold. */
const history = async ({ tenant }: Story, id: string) =>
  (await phasesOf(tenant.scope.db, tenant.scope, id)).map((phase) => omit(phase, "id", "anchor"));

describe("a database from before terms were kept", () => {
  it("has the running period's terms from its migration, and what its events tell a little later, once", {
    tags: ["long"],
  }, async () => {
    const databaseUrl = await ownDatabase();
    const world = await openWorld({ environment: { DATABASE_URL: databaseUrl } });
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const { story, id } = await aLife(world);
      const before = await history(story, id);
      expect(before.map(({ collecting }) => collecting)).toEqual(["TRIAL", "PAID", "PAUSED", "PAID", "PAID"]);
      const sql = await readFile(
        join(MIGRATIONS_FOLDER, "20261122224242_subscription_terms/migration.sql"),
        "utf8",
      );
      await client.query(`
        delete from subscription_terms;
        update subscriptions set has_rebuilt_terms = false, held_billed_until = null;
        ${sql.slice(sql.indexOf(BACKFILL))}`);
      const [running, ...more] = await history(story, id);
      expect([running?.from.toISOString(), running?.to, running?.amount, more]).toEqual([
        ...["2027-03-14T12:00:00.000Z", null, 4000n, []],
      ]);
      const { scope } = story.tenant;
      await Promise.all([rebuildDueTerms(world.services), rebuildTerms(scope, id), rebuildTerms(scope, id)]);
      expect(await history(story, id)).toEqual(before);
      await rebuildTerms(scope, id);
      expect(await history(story, id)).toEqual(before);
      const key = { tenantId_id: { tenantId: story.tenant.id, id } };
      const row = await scope.db.subscription.findUniqueOrThrow({ where: key });
      expect([row.hasRebuiltTerms, row.heldBilledUntil]).toEqual([true, running?.from]);
    } finally {
      await client.end();
      await world.close();
    }
  });
});

describe("a subscription of today", () => {
  it("has its terms from the beginning: nothing is rebuilt", { tags: ["long"] }, async ({ world }) => {
    const { story, id } = await aLife(world);
    const before = await phasesOf(story.tenant.scope.db, story.tenant.scope, id);
    await rebuildTerms(story.tenant.scope, id);
    expect(await phasesOf(story.tenant.scope.db, story.tenant.scope, id)).toEqual(before);
  });
});
