import type { TestTenant } from "../a-tenant.ts";
import { done } from "../stage.ts";

const MINUTE = 60_000;
export const DAY = 24 * 60;

/** A customer whose time is a test clock's, and what a page says of them later is asked by. */
interface OnAClock {
  /** Advances the clock to so many minutes from where it is. */
  wait(minutes: number): Promise<void>;
  /** The customer's answer for a feature now. */
  check(feature: string): Promise<Record<string, unknown>>;
  /** The totals of the customer's invoices, newest first. */
  totals(): Promise<number[]>;
}

/** Makes a clock for a customer of a TEST tenant who has bought nothing yet. It begins at real time. */
export async function onAClock(
  { admin, server }: TestTenant,
  person: { customer: string; email: string },
): Promise<OnAClock> {
  const clock = await done(admin.post("/v1/test-clocks", {}));
  await done(admin.post(`/v1/test-clocks/${clock.id}/customers`, person));
  let now = Date.parse(clock.now);
  return {
    async wait(minutes) {
      now += minutes * MINUTE;
      await done(admin.post(`/v1/test-clocks/${clock.id}/advance`, { to: new Date(now).toISOString() }));
    },
    check: (feature) => done(server.get(`/v1/billing/entitlements/${feature}?customer=${person.customer}`)),
    async totals() {
      const { data } = await done(admin.get(`/v1/billing/invoices?customer=${person.customer}`));
      return data.map(({ total }: { total: number }) => total);
    },
  };
}
