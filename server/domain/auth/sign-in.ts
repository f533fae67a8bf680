import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { User } from "../../platform/database/client/client.ts";
import { foldEmail } from "../../platform/fold-email.ts";
import { verifyPassword } from "../../platform/passwords.ts";
import type { KnownApplication, Services, Tx } from "../../platform/scope.ts";
import type { TokenAnswer } from "./schema.ts";
import { guardSignIn } from "./sign-in-guard.ts";
import { chooseScopes, grantAccess } from "./tokens/access-token.ts";
import { openSession, scopesOf } from "./tokens/user-session.ts";

interface Attempt {
  username: string;
  password: string;
  scope: string | undefined;
  address: string;
  /** By which the caller knows the user's device. */
  device: string | undefined;
}

/**
 * Signs a user of the application's tenant in (RFC 6749 §4.3): a new session, its access token and its first refresh token. Throws
 * password_grant_failed or too_many_requests.
 */
export async function signIn(
  services: Services,
  { tenantId, id: applicationId, kind }: KnownApplication,
  attempt: Attempt,
): Promise<z.output<typeof TokenAnswer>> {
  const email = foldEmail(attempt.username);
  const address = kind === "BROWSER" ? attempt.address : null;
  const who = { tenantId, email, address, device: attempt.device ?? null };
  const user = await guardSignIn(services, who, async () => {
    // No more than the user: what is read besides only where there is one would show by the time that it takes.
    const found = await services.db.user.findUnique({ where: { tenantId_email: { tenantId, email } } });
    const isRight = await verifyPassword(found?.passwordHash ?? null, attempt.password);
    return found && isRight && !found.disabledAt ? found : null;
  });
  if (!user) throw new ApiError("password_grant_failed");
  const membership = await services.db.membership.findUnique({
    where: { tenantId_userId_targetTenantId: { tenantId, userId: user.id, targetTenantId: tenantId } },
  });
  const role = membership?.role ?? null;
  const scopes = chooseScopes(attempt.scope, scopesOf(role));
  const session = { tenantId, userId: user.id, applicationId };
  const { sessionId, refreshToken } = await services.db.$transaction(async (tx) => {
    if (!(await isStillRight(tx, user))) throw new ApiError("password_grant_failed");
    return openSession(tx, services, session);
  });
  const access = await grantAccess(services, {
    tenantId,
    applicationId,
    subject: user.id,
    scopes,
    user: { sessionId, role },
  });
  return { ...access, refresh_token: refreshToken };
}

/**
 * Whether the checked password is still the user's. Locks the user, so that a concurrent reset waits for us and then ends
 * our session.
 */
async function isStillRight(tx: Tx, { tenantId, id, passwordHash }: User): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from users where tenant_id = ${tenantId} and id = ${id} and password_hash = ${passwordHash}
      and disabled_at is null for share`;
  return rows.length === 1;
}
