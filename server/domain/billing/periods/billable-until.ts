import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { LoadedSubscription } from "../terms/load-subscription.ts";
import { periodsEndedBy } from "../terms/period.ts";

type Ending = Pick<
  LoadedSubscription,
  | "provider"
  | "currentPeriodStart"
  | "currentPeriodEnd"
  | "pendingPackAt"
  | "pendingChangeAt"
  | "cancelAtPeriodEnd"
  | "cancelAt"
  | "endedAt"
>;

/**
 * Until when the terms of a subscription are known, so that periods which have ended by then can be billed: not past a change that
 * waits to be applied, or the subscription's coming end. One that we invoice ourselves is renewed period by period.
 */
export function billableUntil(row: Ending, now: Date): Date {
  const isLastPeriod = row.cancelAtPeriodEnd || row.provider === BY_INVOICE;
  const ends = row.endedAt
    ? [row.endedAt]
    : [
        periodsEndedBy(row, now),
        row.pendingPackAt,
        row.pendingChangeAt,
        row.cancelAt,
        isLastPeriod ? row.currentPeriodEnd : null,
      ];
  return new Date(Math.min(...ends.flatMap((end) => end?.getTime() ?? [])));
}
