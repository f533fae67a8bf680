import { ApiError } from "../../errors/api-error.ts";
import { verifyPassword } from "../../platform/passwords.ts";
import type { Services } from "../scope.ts";
import { guardSignIn } from "./sign-in-guard.ts";

/** Slug of the installation's own tenant, whose users are the dashboard's members. */
export const INSTALLATION_SLUG = "usher";

/** Checks a member's address and password, in like time whether the address is known or not. K2011, K9002. */
export async function signInMember(
  services: Services,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<{ userId: string; email: string; name: string | null }> {
  const { db } = services;
  const installation = await db.tenant.findUnique({
    where: { slug: INSTALLATION_SLUG },
    select: { id: true },
  });
  const key = { tenantId: installation?.id ?? "", email: email.trim().toLowerCase() };
  const user = await guardSignIn(services, { ...key, address }, async () => {
    const found = await db.user.findUnique({ where: { tenantId_email: key } });
    const isRight = await verifyPassword(found?.passwordHash ?? null, password);
    return found && isRight && !found.disabledAt ? found : null;
  });
  if (!user) throw new ApiError("K2011");
  return { userId: user.id, email: user.email, name: user.name };
}
