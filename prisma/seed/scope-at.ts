import { ManualClock } from "../../server/platform/clock.ts";
import type { Scope } from "../../server/platform/scope.ts";

/** The scope as it was at a moment, so that what is recorded has that moment. */
export function scopeAt(scope: Scope, moment: Date): Scope {
  return { ...scope, clock: new ManualClock(moment) };
}
