import { router, tenantProcedure } from "../../../trpc/init.ts";
import { checkInvitation } from "./check-invitation.ts";
import { createInvitationCode } from "./create-invitation-code.ts";
import { inviteByMail } from "./invite-by-mail.ts";
import { browseInvitations, listInvitations } from "./list-invitations.ts";
import { listRedemptions } from "./list-redemptions.ts";
import { redeemInvitation } from "./redeem-invitation.ts";
import { resendToken } from "./resend-invitation.ts";
import { revealCode, revealToken } from "./reveal-invitation.ts";
import { revokeCode, revokeToken } from "./revoke-invitation.ts";
import * as schema from "./schema.ts";

/** Invitation codes and tokens. */
export const invitationsRouter = router({
  createCode: tenantProcedure
    .meta(schema.createInvitationCodeMeta)
    .input(schema.CreateInvitationCode)
    .output(schema.CreatedInvitationCode)
    .mutation(({ ctx, input }) => createInvitationCode(ctx.scope, input)),
  createToken: tenantProcedure
    .meta(schema.createInvitationTokenMeta)
    .input(schema.CreateInvitationToken)
    .output(schema.InvitationToken)
    .mutation(({ ctx, input }) => inviteByMail(ctx.scope, input)),
  list: tenantProcedure
    .meta(schema.listInvitationsMeta)
    .input(schema.ListInvitations)
    .output(schema.Invitations)
    .query(({ ctx, input }) => listInvitations(ctx.scope, input, ctx.setPageHeaders)),
  browse: tenantProcedure
    .meta(schema.browseInvitationsMeta)
    .input(schema.ListInvitations)
    .output(schema.ListedInvitations)
    .query(({ ctx, input }) => browseInvitations(ctx.scope, input)),
  revealToken: tenantProcedure
    .meta(schema.revealTokenMeta)
    .input(schema.InvitationId)
    .output(schema.RevealedInvitation)
    .mutation(({ ctx, input }) => revealToken(ctx.scope, input)),
  revealCode: tenantProcedure
    .meta(schema.revealCodeMeta)
    .input(schema.InvitationId)
    .output(schema.RevealedInvitation)
    .mutation(({ ctx, input }) => revealCode(ctx.scope, input)),
  revokeToken: tenantProcedure
    .meta(schema.revokeTokenMeta)
    .input(schema.InvitationId)
    .output(schema.InvitationToken)
    .mutation(({ ctx, input }) => revokeToken(ctx.scope, input)),
  resendToken: tenantProcedure
    .meta(schema.resendTokenMeta)
    .input(schema.InvitationId)
    .output(schema.InvitationToken)
    .mutation(({ ctx, input }) => resendToken(ctx.scope, input)),
  revokeCode: tenantProcedure
    .meta(schema.revokeCodeMeta)
    .input(schema.InvitationId)
    .output(schema.InvitationCode)
    .mutation(({ ctx, input }) => revokeCode(ctx.scope, input)),
  check: tenantProcedure
    .meta(schema.checkInvitationMeta)
    .input(schema.CheckInvitation)
    .output(schema.CheckedInvitation)
    .mutation(({ ctx, input }) => checkInvitation(ctx.scope, input)),
  redeem: tenantProcedure
    .meta(schema.redeemInvitationMeta)
    .input(schema.RedeemInvitation)
    .output(schema.Redemption)
    .mutation(({ ctx, input }) => redeemInvitation(ctx.scope, input)),
  redemptions: tenantProcedure
    .meta(schema.listRedemptionsMeta)
    .input(schema.ListRedemptions)
    .output(schema.RedemptionPage)
    .query(({ ctx, input }) => listRedemptions(ctx.scope, input)),
});
