import { withoutRls } from "../../platform/scope.ts";
import { Nothing, openProcedure, router, tenantProcedure } from "../../trpc/init.ts";
import * as password from "../auth/password-schema.ts";
import { acceptMember } from "./accept-member.ts";
import { confirmMemberReset, requestMemberReset } from "./reset-member.ts";
import * as member from "./schema.ts";
import { setUpOwner } from "./set-up-owner.ts";
import * as team from "./team.ts";

/** The members of the dashboard: invitations, roles, first set-up. */
export const membersRouter = router({
  list: tenantProcedure
    .meta(member.listMembersMeta)
    .input(Nothing)
    .output(member.Members)
    .query(({ ctx }) => team.listMembers(withoutRls(ctx.scope))),
  invite: tenantProcedure
    .meta(member.changeMembersMeta)
    .input(member.InviteMember)
    .output(member.InvitedMember)
    .mutation(({ ctx, input }) => team.inviteMember(withoutRls(ctx.scope), input)),
  changeRole: tenantProcedure
    .meta(member.changeMembersMeta)
    .input(member.ChangeRole)
    .output(member.Member)
    .mutation(({ ctx, input }) => team.changeRole(withoutRls(ctx.scope), input)),
  remove: tenantProcedure
    .meta(member.changeMembersMeta)
    .input(member.MemberId)
    .output(member.RemovedMember)
    .mutation(({ ctx, input }) => team.removeMember(withoutRls(ctx.scope), input)),
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
