import { addIntervals } from "../../server/platform/calendar.ts";
import type { Collecting } from "../../server/platform/database/client/client.ts";
import { newId } from "../../server/platform/ids.ts";
import { BY_CARD } from "../../server/platform/schema/provider.ts";
import type { Scope, Tx } from "../../server/platform/scope.ts";
import { type CustomerStory, firstDay, phasesOf } from "./customer-stories.ts";
import type { SeededCatalog } from "./seed-catalog.ts";
import { PRODUCTS, seatStep, YEAR_IN_MONTHS } from "./story.ts";

/** A phase of a subscription's terms: what it was sold as, from a moment to before another. */
export interface Part {
  planId: string;
  planName: string;
  planPriceId: string;
  packId: string;
  /** Of the plan for an interval, minor units. */
  amount: bigint;
  drivers: { feature_id: string; steps: number; step_amount: string }[];
  fromAt: Date;
  toAt: Date | null;
  collecting: Collecting;
}

/** Customers of more than half a year keep Fleet's first version. */
export function packOf(
  { oldPackIds, packIds }: SeededCatalog,
  { since }: CustomerStory,
  plan: string,
): string {
  return (since > 6 ? oldPackIds[plan] : undefined) ?? packIds[plan] ?? "";
}

/** What the customer was sold until now, oldest first, beginning with their trial where the price has one. */
export function partsOf(
  { catalog, seatsId, now }: { catalog: SeededCatalog; seatsId: string; now: Date },
  story: CustomerStory,
): Part[] {
  const months = story.interval === "YEAR" ? YEAR_IN_MONTHS : 1;
  const sold = (slug: string, steps: number) => {
    const plan = planOf(slug);
    const stepAmount = seatStep(slug) * months;
    return {
      planId: catalog.planIds[slug] ?? "",
      planName: plan.name,
      planPriceId: catalog.priceIds[`${slug}/${story.currency}/${story.interval}`] ?? "",
      packId: packOf(catalog, story, slug),
      amount: BigInt(plan.monthly[story.currency] * months),
      drivers: steps > 0 ? [{ feature_id: seatsId, steps, step_amount: String(stepAmount) }] : [],
    };
  };
  const phases = phasesOf(story, now).map(({ plan, steps, from, to, isPaid }) => ({
    ...sold(plan, steps),
    fromAt: from,
    toAt: to,
    collecting: isPaid ? ("PAID" as const) : ("PAUSED" as const),
  }));
  const [first] = story.sold;
  const trialDays = first && story.interval === "MONTH" ? (planOf(first.plan).trialDays ?? 0) : 0;
  if (!first || trialDays === 0 || story.provider === BY_CARD) return phases;
  const anchor = firstDay(story, now);
  const trial = {
    ...sold(first.plan, first.steps),
    fromAt: addIntervals(anchor, "DAY", -trialDays),
    toAt: story.status === "TRIALING" ? null : anchor,
    collecting: "TRIAL" as const,
  };
  return [trial, ...phases];
}

function planOf(slug: string) {
  const plan = PRODUCTS.flatMap(({ plans }) => plans).find((one) => one.slug === slug);
  if (!plan) throw new Error(`The price list has no plan ${slug}.`);
  return plan;
}

/** A subscription whose terms are written. */
interface Sold extends Pick<CustomerStory, "currency" | "interval" | "provider"> {
  subscriptionId: string;
  customerId: string;
  anchor: Date;
}

/** Writes the terms of a subscription, whose row says only what it is sold as now, in the transaction that makes the row. */
export async function writeParts(tx: Tx, { tenantId }: Scope, sold: Sold, parts: Part[]): Promise<void> {
  await tx.subscriptionTerms.createMany({
    data: parts.map(({ planName: _, ...part }) => ({
      tenantId,
      id: newId("subscriptionTerms"),
      ...sold,
      ...part,
    })),
  });
}

/** The phase that a moment lies in; undefined before the first and after the last. */
export function partAt(parts: Part[], moment: Date): Part | undefined {
  return parts.find(({ fromAt, toAt }) => fromAt <= moment && (toAt === null || moment < toAt));
}
