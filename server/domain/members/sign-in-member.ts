import { ApiError } from "../../errors/api-error.ts";
import { foldEmail } from "../../platform/fold-email.ts";
import { verifyPassword } from "../../platform/passwords.ts";
import type { Services } from "../../platform/scope.ts";
import { guardSignIn } from "../auth/sign-in-guard.ts";
import { INSTALLATION_SLUG } from "../tenants/create-tenant.ts";
import { requireSecondFactor } from "./second-factor.ts";

export interface MemberCredentials {
  email: string;
  password: string;
  /** The code of the second factor, where the member has one. */
  code?: string;
  address: string;
  /** The secret of the cookie by which the member's browser is known again; null without one. */
  device: string | null;
}

export interface SignedIn {
  userId: string;
  email: string;
  name: string | null;
}

/**
 * Checks a member's address and password, after the same time whether the address is known or not, and then the second factor where there
 * is one.
 */
export async function signInMember(
  services: Services,
  { email, password, code, address, device }: MemberCredentials,
): Promise<SignedIn> {
  const { db } = services;
  const installation = await db.tenant.findUnique({
    where: { slug: INSTALLATION_SLUG },
    select: { id: true },
  });
  const key = { tenantId: installation?.id ?? "", email: foldEmail(email) };
  const user = await guardSignIn(services, { ...key, address, device }, async () => {
    const found = await db.user.findUnique({ where: { tenantId_email: key } });
    const isRight = await verifyPassword(found?.passwordHash ?? null, password);
    return found && isRight && !found.disabledAt ? found : null;
  });
  if (!user) throw new ApiError("sign_in_failed");
  await requireSecondFactor(services, user, code);
  return { userId: user.id, email: user.email, name: user.name };
}
