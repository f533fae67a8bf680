import { router, tenantProcedure } from "../../trpc/init.ts";
import { createInvitationCode } from "./create-invitation-code.ts";
import { listInvitations } from "./list-invitations.ts";
import * as schema from "./schema.ts";

/** Invitation codes and tokens. */
export const invitationsRouter = router({
  createCode: tenantProcedure
    .meta(schema.createInvitationCodeMeta)
    .input(schema.CreateInvitationCode)
    .output(schema.CreatedInvitationCode)
    .mutation(({ ctx, input }) => createInvitationCode(ctx.scope, input)),
  list: tenantProcedure
    .meta(schema.listInvitationsMeta)
    .input(schema.ListInvitations)
    .output(schema.Invitations)
    .query(({ ctx }) => listInvitations(ctx.scope)),
});
