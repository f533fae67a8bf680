import type { z } from "zod";
import type { DriftMend } from "../../../../platform/database/client/client.ts";
import { type OurSide, Sides, type TheirSide } from "./load-sides.ts";
import type * as schema from "./schema.ts";

type View = z.output<typeof schema.DriftMend>;

/** Both sides of a mend as they were stored. */
export function sidesOfMend({ before, after }: Pick<DriftMend, "before" | "after">): {
  before: Sides;
  after: Sides | null;
} {
  return { before: Sides.parse(before), after: after === null ? null : Sides.parse(after) };
}

/** A mend as the API shows it. */
export function viewMend(mend: DriftMend): View {
  const { before, after } = sidesOfMend(mend);
  return {
    id: mend.id,
    // Both were checked when they were written.
    kind: mend.kind as View["kind"],
    action: mend.action as View["action"],
    subscription_id: mend.subscriptionId,
    provider_subscription_id: mend.providerSubscriptionId,
    before: viewSides(before),
    after: after && viewSides(after),
    actor_type: mend.actorType,
    actor_id: mend.actorId,
    created_at: mend.createdAt.toISOString(),
    undone_at: mend.undoneAt?.toISOString() ?? null,
    undone_by: mend.undoneBy,
  };
}

function viewSides({ ours, theirs }: Sides): View["before"] {
  return { ours: ours && viewOurs(ours), theirs: theirs && viewTheirs(theirs) };
}

function viewOurs(side: z.output<typeof OurSide>) {
  return {
    status: side.status,
    current_period_start: text(side.currentPeriodStart),
    current_period_end: text(side.currentPeriodEnd),
    cancel_at_period_end: side.cancelAtPeriodEnd,
    canceled_at: text(side.canceledAt),
    ended_at: text(side.endedAt),
  };
}

function viewTheirs(side: z.output<typeof TheirSide>) {
  return {
    status: side.status,
    current_period_end: text(side.currentPeriodEnd),
    cancel_at_period_end: side.cancelAtPeriodEnd,
    is_scheduled: side.isScheduled,
    prices: side.items.map(({ priceId, quantity }) => ({ provider_price_id: priceId, quantity })),
  };
}

function text(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
