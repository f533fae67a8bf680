import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { checkInvitation } from "./check-invitation.ts";
import { createInvitationCode } from "./create-invitation-code.ts";
import { inviteByMail } from "./invite-by-mail.ts";
import { browseInvitations, listInvitations } from "./list-invitations.ts";
import { listRedemptions } from "./list-redemptions.ts";
import { redeemInvitation } from "./redeem-invitation.ts";
import { resendToken } from "./resend-invitation.ts";
import { revealCode, revealToken } from "./reveal-invitation.ts";
import { revokeInvitationCode, revokeInvitationToken } from "./revoke-invitation.ts";
import * as schema from "./schema.ts";

/** Invitation codes and tokens. */
export const invitationsRouter = router({
  createCode: mutation(
    schema.createInvitationCodeMeta,
    schema.CreateInvitationCode,
    schema.CreatedInvitationCode,
    createInvitationCode,
  ),
  createToken: mutation(
    schema.createInvitationTokenMeta,
    schema.CreateInvitationToken,
    schema.InvitationToken,
    inviteByMail,
  ),
  list: query(schema.listInvitationsMeta, schema.ListInvitations, schema.Invitations, listInvitations),
  browse: query(
    schema.browseInvitationsMeta,
    schema.ListInvitations,
    schema.ListedInvitations,
    browseInvitations,
  ),
  revealToken: mutation(schema.revealTokenMeta, schema.InvitationId, schema.RevealedInvitation, revealToken),
  revealCode: mutation(schema.revealCodeMeta, schema.InvitationId, schema.RevealedInvitation, revealCode),
  revokeToken: mutation(
    schema.revokeTokenMeta,
    schema.InvitationId,
    schema.InvitationToken,
    revokeInvitationToken,
  ),
  resendToken: mutation(schema.resendTokenMeta, schema.InvitationId, schema.InvitationToken, resendToken),
  revokeCode: mutation(
    schema.revokeCodeMeta,
    schema.InvitationId,
    schema.InvitationCode,
    revokeInvitationCode,
  ),
  check: mutation(
    schema.checkInvitationMeta,
    schema.CheckInvitation,
    schema.CheckedInvitation,
    checkInvitation,
  ),
  redeem: mutation(schema.redeemInvitationMeta, schema.RedeemInvitation, schema.Redemption, redeemInvitation),
  redemptions: query(
    schema.listRedemptionsMeta,
    schema.ListRedemptions,
    schema.RedemptionPage,
    listRedemptions,
  ),
});
