import { Nothing, router } from "../../trpc/init.ts";
import { mutation, openMutation, query } from "../../trpc/procedures.ts";
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
  token: openMutation(schema.issueTokenMeta, schema.IssueToken, schema.TokenAnswer, issueToken),
  revoke: openMutation(schema.revokeTokenMeta, schema.RevokeToken, schema.RevokedToken, revokeToken),
  signOut: mutation(schema.signOutMeta, schema.SignOut, schema.SignedOut, signOut),
  requestPasswordReset: mutation(
    password.requestPasswordResetMeta,
    password.RequestPasswordReset,
    password.Done,
    requestPasswordReset,
  ),
  confirmPasswordReset: mutation(
    password.confirmPasswordResetMeta,
    password.ConfirmPasswordReset,
    password.Done,
    confirmPasswordReset,
  ),
  changePassword: mutation(
    password.changePasswordMeta,
    password.ChangePassword,
    password.Done,
    changePassword,
  ),
  register: mutation(
    accountsSchema.registerMeta,
    accountsSchema.Register,
    accountsSchema.Registered,
    register,
  ),
  verifyEmail: mutation(
    accountsSchema.verifyEmailMeta,
    accountsSchema.VerifyEmail,
    accountsSchema.VerifiedEmail,
    verifyEmail,
  ),
  me: query(accountsSchema.getMeMeta, Nothing, accountsSchema.Me, getMe),
});
