import type { ListState } from "../../_components/table/list-state.ts";
import type { Api } from "../../_lib/api.ts";

export type Invitations = Awaited<ReturnType<Api["invitations"]["browse"]["query"]>>;

interface Stated {
  isUsed: boolean;
  isExpired: boolean;
  revoked_at: string | null;
}

export type State = "OPEN" | "USED" | "EXPIRED" | "REVOKED";

export function stateOf({ isUsed, isExpired, revoked_at: revoked }: Stated): State {
  if (revoked !== null) return "REVOKED";
  return isUsed ? "USED" : isExpired ? "EXPIRED" : "OPEN";
}

/** The filter by state of both lists. */
export const STATE_FILTER = {
  name: "state",
  label: "State",
  options: [
    { value: "OPEN", label: "Open" },
    { value: "USED", label: "Used" },
    { value: "EXPIRED", label: "Expired" },
    { value: "REVOKED", label: "Revoked" },
  ],
};

/** What narrows both lists. The server sends all, and the page chooses. */
export interface Narrowed {
  q: string;
  state: string;
}

export const narrowedBy = ({ q, filters }: ListState): Narrowed => ({
  q: q.trim(),
  state: filters.state ?? "",
});

/** A list that the server sends in one page. */
export const onePage = <Row>(rows: Row[]) => ({ data: rows, next_cursor: null });

/** The input schema of a revocation. */
export const invitationId = async () =>
  (await import("../../../server/domain/admission/invitations/schema.ts")).InvitationId;
