import { Nothing, router } from "../../trpc/init.ts";
import { mutation, openMutation, query } from "../../trpc/procedures.ts";
import { changePassword } from "./change-password.ts";
import { ChangePassword, changePasswordMeta } from "./change-password-schema.ts";
import { confirmPasswordReset } from "./confirm-password-reset.ts";
import { confirmPasswordResetMeta } from "./confirm-password-reset-schema.ts";
import { getMe } from "./get-me.ts";
import { getMeMeta, Me } from "./get-me-schema.ts";
import { register } from "./register.ts";
import { Register, Registered, registerMeta } from "./register-schema.ts";
import { requestPasswordReset } from "./request-password-reset.ts";
import { requestPasswordResetMeta } from "./request-password-reset-schema.ts";
import { ConfirmPasswordReset, Done, RequestPasswordReset, TokenAnswer } from "./schema.ts";
import { signOut } from "./sign-out.ts";
import { SignedOut, SignOut, signOutMeta } from "./sign-out-schema.ts";
import { issueToken } from "./tokens/issue-token.ts";
import { IssueToken, issueTokenMeta } from "./tokens/issue-token-schema.ts";
import { revokeToken } from "./tokens/revoke-token.ts";
import { RevokedToken, RevokeToken, revokeTokenMeta } from "./tokens/revoke-token-schema.ts";
import { verifyEmail } from "./verify-email.ts";
import { VerifiedEmail, VerifyEmail, verifyEmailMeta } from "./verify-email-schema.ts";

/** Users of the tenant's product: registration, tokens, passwords. */
export const authRouter = router({
  token: openMutation(issueTokenMeta, IssueToken, TokenAnswer, issueToken),
  revoke: openMutation(revokeTokenMeta, RevokeToken, RevokedToken, revokeToken),
  signOut: mutation(signOutMeta, SignOut, SignedOut, signOut),
  requestPasswordReset: mutation(requestPasswordResetMeta, RequestPasswordReset, Done, requestPasswordReset),
  confirmPasswordReset: mutation(confirmPasswordResetMeta, ConfirmPasswordReset, Done, confirmPasswordReset),
  changePassword: mutation(changePasswordMeta, ChangePassword, Done, changePassword),
  register: mutation(registerMeta, Register, Registered, register),
  verifyEmail: mutation(verifyEmailMeta, VerifyEmail, VerifiedEmail, verifyEmail),
  me: query(getMeMeta, Nothing, Me, getMe),
});
