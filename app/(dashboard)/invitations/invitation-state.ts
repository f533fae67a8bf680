import type { Api } from "../../_lib/api.ts";

export type Invitations = Awaited<ReturnType<Api["invitations"]["browse"]["query"]>>;

/** OPEN, USED or EXPIRED. */
export function stateOf({ isUsed, isExpired }: { isUsed: boolean; isExpired: boolean }): string {
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
  ],
};

/** A list that the server sends in one page. */
export const onePage = <Row>(rows: Row[]) => ({ data: rows, next_cursor: null });

/** The input schema of a revocation. */
export const invitationId = async () =>
  (await import("../../../server/domain/admission/invitations/schema.ts")).InvitationId;
