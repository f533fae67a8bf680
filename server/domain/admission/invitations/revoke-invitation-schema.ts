import { operation } from "../../../platform/schema/operation.ts";

export const revokeInvitationTokenMeta = operation({
  tag: "Invitations",
  security: "app",
  method: "POST",
  path: "/v1/invitations/tokens/{id}/revoke",
  summary: "Revoke an invitation token",
  description: "The link stops working and its waitlist entry becomes PENDING. Idempotent.",
  errors: ["invitation_not_found", "invitation_status_conflict"],
});

export const revokeInvitationCodeMeta = operation({
  tag: "Invitations",
  security: "app",
  method: "POST",
  path: "/v1/invitations/codes/{id}/revoke",
  summary: "Revoke an invitation code",
  description: "The code cannot be redeemed any more; earlier redemptions stay. Idempotent.",
  errors: ["invitation_not_found"],
});
