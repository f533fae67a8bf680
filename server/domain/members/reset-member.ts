import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { Tenant } from "../../platform/database/client/client.ts";
import { withMinimumDuration } from "../../platform/minimum-duration.ts";
import { type Scope, type Services, systemScope } from "../../platform/scope.ts";
import { confirmPasswordReset } from "../auth/confirm-password-reset.ts";
import { findActiveUser, issueResetLink, mailResetLink } from "../auth/request-password-reset.ts";
import type { ConfirmPasswordReset, Done, RequestPasswordReset } from "../auth/schema.ts";
import { INSTALLATION_SLUG } from "../tenants/create-tenant.ts";

/** The page on which a member of the dashboard chooses a new password. */
const resetPage =
  ({ baseUrl }: Pick<Services, "baseUrl">) =>
  (token: string) =>
    `${baseUrl}/reset-password?token=${token}`;

/**
 * Mails a member of the dashboard a link to choose a new password, where the address is a member's and the installation sends
 * mails. The response and its time are the same where it is not. The link works once, for 30 minutes.
 */
export async function requestMemberReset(
  services: Services,
  { email }: z.output<typeof RequestPasswordReset>,
): Promise<z.output<typeof Done>> {
  const scope = await membersScope(services);
  if (scope) await mailResetLink(scope, email, resetPage(services));
  else await withMinimumDuration(Promise.resolve());
  return { success: true, message: "If the address is a member's, a mail with a link was sent to it." };
}

/**
 * Sets a member's new password by such a link and ends all of their sessions, the dashboard's too. A member with a second factor still
 * needs it at sign-in. Throws password_reset_link_invalid or password_too_weak.
 */
export async function confirmMemberReset(
  services: Services,
  input: z.output<typeof ConfirmPasswordReset>,
): Promise<z.output<typeof Done>> {
  const scope = await membersScope(services);
  if (!scope) throw new ApiError("password_reset_link_invalid");
  return confirmPasswordReset(scope, input);
}

/**
 * Creates such a link without a mail, for the operator to pass on: where the installation sends no mails, or the member cannot
 * read theirs. null when no member has the address.
 */
export async function makeMemberResetLink(
  services: Services,
  email: string,
): Promise<{ link: string; expiresAt: Date } | null> {
  const scope = await membersScope(services);
  const user = scope && (await findActiveUser(scope, email));
  return user ? issueResetLink(scope, user, resetPage(services), { isMailed: false }) : null;
}

/** The installation's own tenant, whose users are the members; null before there is one. */
async function membersScope(services: Services): Promise<Scope | null> {
  const home: Tenant | null = await services.db.tenant.findUnique({ where: { slug: INSTALLATION_SLUG } });
  return home && systemScope(services, home, "password reset");
}
