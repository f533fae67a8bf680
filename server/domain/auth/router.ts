import { Nothing, openProcedure, router, tenantProcedure } from "../../trpc/init.ts";
import * as accountsSchema from "./account-schema.ts";
import { changePassword } from "./change-password.ts";
import { confirmPasswordReset } from "./confirm-password-reset.ts";
import { getMe } from "./get-me.ts";
import * as password from "./password-schema.ts";
import { register } from "./register.ts";
import { requestPasswordReset } from "./request-password-reset.ts";
import * as schema from "./schema.ts";
import { signOut } from "./sign-out.ts";
import { issueToken } from "./tokens/issue-token.ts";
import { revokeToken } from "./tokens/revoke-token.ts";
import { verifyEmail } from "./verify-email.ts";

/** Users of the tenant's product: registration, tokens, passwords. */
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
  register: tenantProcedure
    .meta(accountsSchema.registerMeta)
    .input(accountsSchema.Register)
    .output(accountsSchema.Registered)
    .mutation(({ ctx, input }) => register(ctx.scope, input)),
  verifyEmail: tenantProcedure
    .meta(accountsSchema.verifyEmailMeta)
    .input(accountsSchema.VerifyEmail)
    .output(accountsSchema.VerifiedEmail)
    .mutation(({ ctx, input }) => verifyEmail(ctx.scope, input)),
  me: tenantProcedure
    .meta(accountsSchema.getMeMeta)
    .input(Nothing)
    .output(accountsSchema.Me)
    .query(({ ctx }) => getMe(ctx.scope)),
});
