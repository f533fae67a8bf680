import { withoutRls } from "../../platform/scope.ts";
import { Nothing, router } from "../../trpc/init.ts";
import { mutation, openMutation, query } from "../../trpc/procedures.ts";
import * as password from "../auth/password-schema.ts";
import { acceptMember } from "./accept-member.ts";
import { changeRole } from "./change-role.ts";
import { inviteMember } from "./invite-member.ts";
import { listMembers } from "./list-members.ts";
import { removeMember } from "./remove-member.ts";
import { confirmMemberReset, requestMemberReset } from "./reset-member.ts";
import * as member from "./schema.ts";
import { setUpOwner } from "./set-up-owner.ts";

/** The members of the dashboard: invitations, roles, first set-up. */
export const membersRouter = router({
  list: query(member.listMembersMeta, Nothing, member.Members, (scope) => listMembers(withoutRls(scope))),
  invite: mutation(member.changeMembersMeta, member.InviteMember, member.InvitedMember, (scope, input) =>
    inviteMember(withoutRls(scope), input),
  ),
  changeRole: mutation(member.changeMembersMeta, member.ChangeRole, member.Member, (scope, input) =>
    changeRole(withoutRls(scope), input),
  ),
  remove: mutation(member.changeMembersMeta, member.MemberId, member.RemovedMember, (scope, input) =>
    removeMember(withoutRls(scope), input),
  ),
  accept: openMutation(member.acceptMeta, member.AcceptInvitation, member.Ready, acceptMember),
  requestReset: openMutation(
    member.requestResetMeta,
    password.RequestPasswordReset,
    password.Done,
    requestMemberReset,
  ),
  confirmReset: openMutation(
    member.confirmResetMeta,
    password.ConfirmPasswordReset,
    password.Done,
    confirmMemberReset,
  ),
  setUp: openMutation(member.setUpMeta, member.SetUpOwner, member.SetUp, setUpOwner),
});
