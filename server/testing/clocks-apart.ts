import Stripe from "stripe";
import { expect } from "vitest";
import { closeEndedPeriods } from "../domain/billing/periods/close-ended-periods.ts";
import { syncWithInvoices } from "../domain/billing/subscriptions/sync/sync-now.ts";
import type { Story } from "./a-story.ts";
import type { World } from "./world.ts";

/** A story's clocks at the card provider and with us, moved one without the other, and the worker, which runs when it is told. */
export interface ClocksApart {
  /** The provider's clock alone; its callbacks do not arrive. */
  provider(moment: Date): Promise<void>;
  /** Our clock alone; no work is done. */
  ours(moment: Date): Promise<void>;
  /** Does what is due by our clock, as the worker does for each customer. */
  work(): Promise<void>;
}

export function clocksApart(world: World, { tenant, clockId }: Story): ClocksApart {
  const { scope, providerKey } = tenant;
  const { tenantId, db } = scope;
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const { testClocks } = new Stripe(providerKey, { host, port, protocol: "http" }).testHelpers;
  const own = { tenantId_id: { tenantId, id: clockId } };
  return {
    async provider(moment) {
      const { providerClockId } = await db.testClock.findUniqueOrThrow({ where: own });
      const id = providerClockId ?? "";
      await testClocks.advance(id, { frozen_time: moment.getTime() / 1000 });
      const status = async () => (await testClocks.retrieve(id)).status;
      await expect.poll(status, { timeout: 20_000 }).toBe("ready");
    },
    async ours(moment) {
      await db.testClock.update({ where: own, data: { now: moment } });
    },
    async work() {
      const { now } = await db.testClock.findUniqueOrThrow({ where: own });
      const inTime = { ...scope, clock: { now: () => new Date(now) } };
      const where = { tenantId, customer: { testClockId: clockId }, status: { not: "CANCELED" as const } };
      for (const { id, customerId } of await db.subscription.findMany({ where })) {
        await syncWithInvoices(inTime, id);
        expect(await closeEndedPeriods(inTime, { customerId })).toMatchObject({ failed: 0 });
      }
    },
  };
}
