import { Nothing, openProcedure, router, tenantProcedure } from "../../trpc/init.ts";
import { pastTheWall } from "../scope.ts";
import { acceptMember } from "./accept-member.ts";
import * as account from "./account.ts";
import { changePassword } from "./change-password.ts";
import { confirmPasswordReset } from "./confirm-password-reset.ts";
import { issueToken } from "./issue-token.ts";
import * as member from "./member-schema.ts";
import * as password from "./password-schema.ts";
import { requestPasswordReset } from "./request-password-reset.ts";
import { confirmMemberReset, requestMemberReset } from "./reset-member.ts";
import { revokeToken } from "./revoke-token.ts";
import * as schema from "./schema.ts";
import { setUpOwner } from "./set-up-owner.ts";
import { signOut } from "./sign-out.ts";
import * as team from "./team.ts";

/** Tokens, sign-in and passwords. */
export const authRouter = router({
  token: openProcedure
    .meta(schema.issueTokenMeta)
    .input(schema.IssueToken)
    .output(schema.TokenAnswer)
    .mutation(({ ctx, input }) => issueToken(ctx.services, input, ctx.request)),
  revoke: openProcedure
    .meta(schema.revokeTokenMeta)
    .input(schema.RevokeToken)
    .output(schema.RevokedToken)
    .mutation(({ ctx, input }) => revokeToken(ctx.services, input, ctx.request)),
  signOut: tenantProcedure
    .meta(schema.signOutMeta)
    .input(schema.SignOut)
    .output(schema.SignedOut)
    .mutation(({ ctx, input }) => signOut(ctx.scope, input)),
  requestPasswordReset: tenantProcedure
    .meta(password.requestPasswordResetMeta)
    .input(password.RequestPasswordReset)
    .output(password.Done)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx.scope, input)),
  confirmPasswordReset: tenantProcedure
    .meta(password.confirmPasswordResetMeta)
    .input(password.ConfirmPasswordReset)
    .output(password.Done)
    .mutation(({ ctx, input }) => confirmPasswordReset(ctx.scope, input)),
  changePassword: tenantProcedure
    .meta(password.changePasswordMeta)
    .input(password.ChangePassword)
    .output(password.Done)
    .mutation(({ ctx, input }) => changePassword(ctx.scope, input)),
});

/** Members of a tenant, and how somebody becomes one. */
export const teamRouter = router({
  list: tenantProcedure
    .meta(member.listMembersMeta)
    .input(Nothing)
    .output(member.Members)
    .query(({ ctx }) => team.listMembers(pastTheWall(ctx.scope))),
  invite: tenantProcedure
    .meta(member.changeMembersMeta)
    .input(member.InviteMember)
    .output(member.InvitedMember)
    .mutation(({ ctx, input }) => team.inviteMember(pastTheWall(ctx.scope), input)),
  changeRole: tenantProcedure
    .meta(member.changeMembersMeta)
    .input(member.ChangeRole)
    .output(member.Member)
    .mutation(({ ctx, input }) => team.changeRole(pastTheWall(ctx.scope), input)),
  remove: tenantProcedure
    .meta(member.changeMembersMeta)
    .input(member.MemberId)
    .output(member.RemovedMember)
    .mutation(({ ctx, input }) => team.removeMember(pastTheWall(ctx.scope), input)),
  accept: openProcedure
    .meta(member.acceptMeta)
    .input(member.AcceptInvitation)
    .output(member.Ready)
    .mutation(({ ctx, input }) => acceptMember(ctx.services, input)),
  requestReset: openProcedure
    .meta(member.requestResetMeta)
    .input(password.RequestPasswordReset)
    .output(password.Done)
    .mutation(({ ctx, input }) => requestMemberReset(ctx.services, input)),
  confirmReset: openProcedure
    .meta(member.confirmResetMeta)
    .input(password.ConfirmPasswordReset)
    .output(password.Done)
    .mutation(({ ctx, input }) => confirmMemberReset(ctx.services, input)),
  setUp: openProcedure
    .meta(member.setUpMeta)
    .input(member.SetUpOwner)
    .output(member.Ready)
    .mutation(({ ctx, input }) => setUpOwner(ctx.services, input)),
});

/** The calling member's own account. */
export const accountRouter = router({
  get: tenantProcedure
    .meta(member.accountMeta)
    .input(Nothing)
    .output(member.Account)
    .query(({ ctx }) => account.getAccount(pastTheWall(ctx.scope))),
  update: tenantProcedure
    .meta(member.accountMeta)
    .input(member.UpdateAccount)
    .output(member.Account)
    .mutation(({ ctx, input }) => account.updateAccount(pastTheWall(ctx.scope), input)),
  startTotp: tenantProcedure
    .meta(member.accountMeta)
    .input(member.OwnPassword)
    .output(member.NewSecret)
    .mutation(({ ctx, input }) => account.startTotp(pastTheWall(ctx.scope), input)),
  confirmTotp: tenantProcedure
    .meta(member.accountMeta)
    .input(member.ConfirmTotp)
    .output(member.RecoveryCodes)
    .mutation(({ ctx, input }) => account.confirmTotp(pastTheWall(ctx.scope), input)),
  disableTotp: tenantProcedure
    .meta(member.accountMeta)
    .input(member.OwnPassword)
    .output(member.Account)
    .mutation(({ ctx, input }) => account.disableTotp(pastTheWall(ctx.scope), input)),
  changePassword: tenantProcedure
    .meta(member.accountMeta)
    .input(member.ChangeOwnPassword)
    .output(member.Account)
    .mutation(({ ctx, input }) => account.changeOwnPassword(pastTheWall(ctx.scope), input)),
});
