import { operation } from "../../../platform/schema/operation.ts";

export const resendTokenMeta = operation({
  tag: "Invitations",
  security: "app",
  method: "POST",
  path: "/v1/invitations/tokens/{id}/resend",
  isAtomic: true,
  summary: "Send an invitation again",
  description: "For another week; an expired invitation becomes valid again.",
  errors: ["waitlist_status_conflict", "invitation_not_found", "invitation_status_conflict"],
});
