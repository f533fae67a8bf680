import { openProcedure, router, tenantProcedure } from "../../trpc/init.ts";
import { confirmPasswordReset } from "./confirm-password-reset.ts";
import { issueToken } from "./issue-token.ts";
import * as password from "./password-schema.ts";
import { requestPasswordReset } from "./request-password-reset.ts";
import * as schema from "./schema.ts";

/** Tokens, sign-in and passwords. */
export const authRouter = router({
  token: openProcedure
    .meta(schema.issueTokenMeta)
    .input(schema.IssueToken)
    .output(schema.AccessToken)
    .mutation(({ ctx, input }) => issueToken(ctx.services, input, ctx.authorization)),
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
});
