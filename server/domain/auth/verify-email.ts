import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { sha256 } from "../../platform/crypto.ts";
import { hashPassword, isEasyPassword } from "../../platform/passwords.ts";
import type { Scope } from "../../platform/scope.ts";
import { viewUser } from "../users/view-user.ts";
import { completeSignUp } from "./complete-sign-up.ts";
import type { VerifiedEmail, VerifyEmail } from "./verify-email-schema.ts";

/**
 * Creates the user of a registration by the token of its mail, once, also under concurrency, with the password sent here: the person who
 * requested the mail may be another and does not choose it. Other registrations of the address end with it.
 */
export async function verifyEmail(
  scope: Scope,
  input: z.output<typeof VerifyEmail>,
): Promise<z.output<typeof VerifiedEmail>> {
  const { tenantId, db, clock } = scope;
  const registration = await db.registration.findUnique({
    where: { tenantId_tokenHash: { tenantId, tokenHash: sha256(input.token) } },
    include: { code: true },
  });
  const now = clock.now();
  if (!registration || registration.usedAt || registration.expiresAt <= now)
    throw new ApiError("confirmation_link_invalid");
  const { id, email, name, customer, code } = registration;
  if (isEasyPassword(input.password, email)) throw new ApiError("password_too_weak");
  const passwordHash = await hashPassword(input.password);
  const signUp = { email, name, passwordHash, customer, tokenId: null, code };
  const signedUp = await completeSignUp(scope, signUp, async (tx) => {
    // Locks all tokens of the address in one order, so that two confirmations do not deadlock.
    await tx.$queryRaw`
      select 1 from registrations where tenant_id = ${tenantId} and email = ${email} and used_at is null order by id for update`;
    const { count } = await tx.registration.updateMany({
      where: { tenantId, id, usedAt: null },
      data: { usedAt: now },
    });
    if (count === 0) throw new ApiError("confirmation_link_invalid");
    await tx.registration.updateMany({ where: { tenantId, email, usedAt: null }, data: { usedAt: now } });
  });
  return { user: viewUser(signedUp.user, signedUp.customer) };
}
