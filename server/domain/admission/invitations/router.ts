import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { checkInvitation } from "./check-invitation.ts";
import { CheckedInvitation, CheckInvitation, checkInvitationMeta } from "./check-invitation-schema.ts";
import { createInvitationCode } from "./create-invitation-code.ts";
import {
  CreatedInvitationCode,
  CreateInvitationCode,
  createInvitationCodeMeta,
} from "./create-invitation-code-schema.ts";
import { inviteByMail } from "./invite-by-mail.ts";
import { CreateInvitationToken, createInvitationTokenMeta } from "./invite-by-mail-schema.ts";
import { browseInvitations, listInvitations } from "./list-invitations.ts";
import {
  browseInvitationsMeta,
  Invitations,
  ListedInvitations,
  ListInvitations,
  listInvitationsMeta,
} from "./list-invitations-schema.ts";
import { listRedemptions } from "./list-redemptions.ts";
import { ListRedemptions, listRedemptionsMeta, RedemptionPage } from "./list-redemptions-schema.ts";
import { redeemInvitation } from "./redeem-invitation.ts";
import { RedeemInvitation, redeemInvitationMeta } from "./redeem-invitation-schema.ts";
import { resendToken } from "./resend-invitation.ts";
import { resendTokenMeta } from "./resend-invitation-schema.ts";
import { revealCode, revealToken } from "./reveal-invitation.ts";
import { RevealedInvitation, revealCodeMeta, revealTokenMeta } from "./reveal-invitation-schema.ts";
import { revokeInvitationCode, revokeInvitationToken } from "./revoke-invitation.ts";
import { revokeInvitationCodeMeta, revokeInvitationTokenMeta } from "./revoke-invitation-schema.ts";
import { InvitationCode, InvitationId, InvitationToken, Redemption } from "./schema.ts";

/** Invitation codes and tokens. */
export const invitationsRouter = router({
  createCode: mutation(
    createInvitationCodeMeta,
    CreateInvitationCode,
    CreatedInvitationCode,
    createInvitationCode,
  ),
  createToken: mutation(createInvitationTokenMeta, CreateInvitationToken, InvitationToken, inviteByMail),
  list: query(listInvitationsMeta, ListInvitations, Invitations, listInvitations),
  browse: query(browseInvitationsMeta, ListInvitations, ListedInvitations, browseInvitations),
  revealToken: mutation(revealTokenMeta, InvitationId, RevealedInvitation, revealToken),
  revealCode: mutation(revealCodeMeta, InvitationId, RevealedInvitation, revealCode),
  revokeToken: mutation(revokeInvitationTokenMeta, InvitationId, InvitationToken, revokeInvitationToken),
  resendToken: mutation(resendTokenMeta, InvitationId, InvitationToken, resendToken),
  revokeCode: mutation(revokeInvitationCodeMeta, InvitationId, InvitationCode, revokeInvitationCode),
  check: mutation(checkInvitationMeta, CheckInvitation, CheckedInvitation, checkInvitation),
  redeem: mutation(redeemInvitationMeta, RedeemInvitation, Redemption, redeemInvitation),
  redemptions: query(listRedemptionsMeta, ListRedemptions, RedemptionPage, listRedemptions),
});
