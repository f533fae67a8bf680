import type { z } from "zod";
import { addSeconds } from "../../../../platform/clock.ts";
import type { Subscription as Row } from "../../../../platform/database/client/client.ts";
import { toWireAmount } from "../../../../platform/money.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { PackWithEntitlements } from "../../../catalog/load-plan-price.ts";
import { type PriceParts, viewPlanSummary, viewPriceSummary } from "../../../catalog/summaries.ts";
import type { StoredPlan } from "../change/stored-plan.ts";
import { recurringOf } from "../recurring-amount.ts";
import type { Coming, ComingChange } from "./schema.ts";

/** For how long the card provider keeps a change that is not paid, https://docs.stripe.com/billing/subscriptions/pending-updates-reference#expiration. */
const KEPT_SECONDS = 23 * 3600;

/** The columns of a subscription that say what comes. */
export type ComingParts = Pick<
  Row,
  | "status"
  | "planId"
  | "packId"
  | "currentPeriodEnd"
  | "trialEnd"
  | "pendingChangeAt"
  | "cancelAtPeriodEnd"
  | "cancelAt"
  | "endingBy"
  | "endingReason"
  | "pausedAt"
>;

/** The change that was accepted last and has not begun, as `find-coming.ts` reads it. */
export interface FoundChange {
  waitsFor: "period_end" | "cardholder";
  target: StoredPlan;
  plan: { id: string; slug: string; name: string };
  price: PriceParts;
  /** The open invoice of one that waits for its cardholder. */
  invoice: { id: string; amountDue: bigint; currency: string; url: string | null; issuedAt: Date } | null;
}

/**
 * What comes of a subscription at a moment of its customer's time: the change that was accepted last, its ending, its pause; null where
 * nothing does. Of one that has ended nothing comes. `pack` is the change's (packOf).
 */
export function comingOf(
  row: ComingParts,
  found: FoundChange | null,
  pack: PackWithEntitlements | null,
  now: Date,
): z.output<typeof Coming> | null {
  if (row.status === "CANCELED") return null;
  const change = found && changeOf(row, found, pack, now);
  const ending = endingOf(row);
  const pause =
    row.status === "PAUSED" ? { since: row.pausedAt?.toISOString() ?? null, resumes_at: null } : null;
  return change || ending || pause ? { change, ending, pause } : null;
}

/** The pack of the change: while the plan stays, the subscription stays pinned to its own. */
export function packOf(
  { planId, packId }: Pick<ComingParts, "planId" | "packId">,
  target: StoredPlan,
): string {
  return target.planId === planId && packId !== null ? packId : target.packId;
}

function changeOf(
  row: ComingParts,
  { waitsFor, target, plan, price, invoice }: FoundChange,
  pack: PackWithEntitlements | null,
  now: Date,
): z.output<typeof ComingChange> | null {
  const { recurring_amount: amount, drivers } = recurringOf(
    { planPrice: price, drivers: target.drivers },
    pack,
  );
  const becomes = {
    plan: viewPlanSummary(plan),
    price: viewPriceSummary(price),
    drivers,
    amount,
    currency: price.currency,
  };
  if (waitsFor === "period_end") {
    // While the card provider is asked for the moment, it is the end of the period that is known.
    const at = row.pendingChangeAt ?? row.currentPeriodEnd;
    const hasCome = at !== null && at <= now;
    const waits_for = hasCome ? null : waitsFor;
    return { ...becomes, at: at?.toISOString() ?? null, waits_for, ...UNPAID };
  }
  if (invoice === null) return null;
  const expiresAt = expiryOf(row, invoice.issuedAt);
  if (expiresAt <= now) return null;
  return {
    ...becomes,
    at: null,
    waits_for: waitsFor,
    amount_due: toWireAmount(invoice.amountDue),
    url: invoice.url,
    expires_at: expiresAt.toISOString(),
    invoice_id: invoice.id,
  };
}

/** Nothing is to be paid first. */
const UNPAID = { amount_due: null, url: null, expires_at: null, invoice_id: null } as const;

/** When the provider drops a change that it has invoiced: or where the trial or the period ends before. */
function expiryOf({ status, trialEnd, currentPeriodEnd }: ComingParts, issuedAt: Date): Date {
  const ends = [currentPeriodEnd, status === "TRIALING" ? trialEnd : null].filter((end) => end !== null);
  return new Date(
    Math.min(addSeconds(issuedAt, KEPT_SECONDS).getTime(), ...ends.map((end) => end.getTime())),
  );
}

type Ending = NonNullable<z.output<typeof Coming>["ending"]>;

function endingOf(row: ComingParts): Ending | null {
  if (!isEnding(row)) return null;
  const { endingBy, endingReason: reason } = row;
  // Where nobody has asked for it here, it was canceled at the card provider.
  const by = ENDERS.find((one) => one === endingBy) ?? "provider";
  return { at: endsAt(row)?.toISOString() ?? null, by, reason };
}

const ENDERS = ["customer", "team", "application", "system"] as const;

/** Whether a subscription ends by itself. */
export function isEnding({
  cancelAtPeriodEnd,
  cancelAt,
}: Pick<Row, "cancelAtPeriodEnd" | "cancelAt">): boolean {
  return cancelAtPeriodEnd || cancelAt !== null;
}

/** When it ends, where its running period ends at `periodEnd`; null where it goes on. */
export function endsAt(
  row: Pick<Row, "cancelAtPeriodEnd" | "cancelAt" | "currentPeriodEnd">,
  periodEnd: Date | null = row.currentPeriodEnd,
): Date | null {
  return isEnding(row) ? (row.cancelAt ?? periodEnd) : null;
}

/** Who cancels, as `ending.by` says it. */
export function enderOf({
  ownCustomerId,
  actor,
}: Pick<Scope, "ownCustomerId" | "actor">): (typeof ENDERS)[number] {
  if (ownCustomerId !== null) return "customer";
  return ({ USER: "team", APPLICATION: "application", SYSTEM: "system" } as const)[actor.type];
}

type Wanted = {
  price: { id: string };
  drivers: readonly { featureKey: string; steps: number }[];
};

/**
 * The change that comes and that a new one takes the place of, before that is accepted; null where none comes, or the very same one.
 * `wanted` null: what the subscription has now, which drops all.
 */
export function droppedBy(
  coming: z.output<typeof Coming> | null,
  wanted: Wanted | null,
  effective: "now" | "period_end",
): z.output<typeof ComingChange> | null {
  const change = coming?.change ?? null;
  if (change === null || wanted === null) return change;
  const isSameMoment = (change.waits_for === "cardholder") === (effective === "now");
  const text = (steps: string[]) => steps.sort().join();
  const has = text(change.drivers.map(({ feature_key: key, steps }) => `${key}=${steps}`));
  const gets = text(
    wanted.drivers.filter(({ steps }) => steps > 0).map(({ featureKey, steps }) => `${featureKey}=${steps}`),
  );
  return isSameMoment && change.price.id === wanted.price.id && has === gets ? null : change;
}
