import { withoutRls } from "../../platform/scope.ts";
import { Nothing, router } from "../../trpc/init.ts";
import { mutation, openMutation, query } from "../../trpc/procedures.ts";
import { ConfirmPasswordReset, Done, RequestPasswordReset } from "../auth/schema.ts";
import { acceptMember } from "./accept-member.ts";
import { AcceptInvitation, acceptMeta } from "./accept-member-schema.ts";
import { changeRole } from "./change-role.ts";
import { ChangeRole } from "./change-role-schema.ts";
import { inviteMember } from "./invite-member.ts";
import { changeMembersMeta, InvitedMember, InviteMember } from "./invite-member-schema.ts";
import { listMembers } from "./list-members.ts";
import { listMembersMeta, Members } from "./list-members-schema.ts";
import { removeMember } from "./remove-member.ts";
import { MemberId, RemovedMember } from "./remove-member-schema.ts";
import { confirmMemberReset, requestMemberReset } from "./reset-member.ts";
import { confirmResetMeta, requestResetMeta } from "./reset-member-schema.ts";
import { Member, Ready } from "./schema.ts";
import { setUpOwner } from "./set-up-owner.ts";
import { SetUp, SetUpOwner, setUpMeta } from "./set-up-owner-schema.ts";

/** The members of the dashboard: invitations, roles, first set-up. */
export const membersRouter = router({
  list: query(listMembersMeta, Nothing, Members, (scope) => listMembers(withoutRls(scope))),
  invite: mutation(changeMembersMeta, InviteMember, InvitedMember, (scope, input) =>
    inviteMember(withoutRls(scope), input),
  ),
  changeRole: mutation(changeMembersMeta, ChangeRole, Member, (scope, input) =>
    changeRole(withoutRls(scope), input),
  ),
  remove: mutation(changeMembersMeta, MemberId, RemovedMember, (scope, input) =>
    removeMember(withoutRls(scope), input),
  ),
  accept: openMutation(acceptMeta, AcceptInvitation, Ready, acceptMember),
  requestReset: openMutation(requestResetMeta, RequestPasswordReset, Done, requestMemberReset),
  confirmReset: openMutation(confirmResetMeta, ConfirmPasswordReset, Done, confirmMemberReset),
  setUp: openMutation(setUpMeta, SetUpOwner, SetUp, setUpOwner),
});
