import { StatusBadge } from "../../_components/status-badge.tsx";
import type { State } from "./invitation-state.ts";

/** The state of an invitation, and beside it what can be done about one that does not work any more. */
export function StateCell({ state, advice }: { state: State; advice: Partial<Record<State, string>> }) {
  return (
    <span className="flex items-center gap-2">
      <StatusBadge status={state} />
      {advice[state] && <span className="text-xs text-muted max-lg:hidden">{advice[state]}</span>}
    </span>
  );
}
