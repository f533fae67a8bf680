import { ApiError } from "../../errors/api-error.ts";
import type { User } from "../../platform/database/client/client.ts";
import type { Services } from "../../platform/scope.ts";
import { totpContext } from "./own-account.ts";
import { recoveryHash, stepOfCode } from "./totp.ts";

/** Rate limit of guesses at one member's codes, from all addresses together. */
const GUESSES = { name: "sign-in:second-factor", points: 10, seconds: 900 };

/**
 * Checks the code of a member's second factor, or a recovery code; each works once, also under concurrency. Throws
 * two_factor_code_required, two_factor_code_invalid or too_many_requests.
 */
export async function requireSecondFactor(
  services: Services,
  user: User,
  code: string | undefined,
): Promise<void> {
  if (!user.totpSealed) return;
  if (code === undefined || code.trim() === "") throw new ApiError("two_factor_code_required");
  await services.throttle.take(GUESSES, user.id);
  const isRight =
    (await takeCode(services, user, user.totpSealed, code)) || (await takeRecovery(services, user, code));
  if (!isRight) throw new ApiError("two_factor_code_invalid");
  await services.throttle.giveBack(GUESSES, user.id);
}

async function takeCode(
  { db, vault, clock }: Services,
  user: User,
  sealed: string,
  code: string,
): Promise<boolean> {
  const step = await stepOfCode(
    vault.decrypt(sealed, totpContext(user)),
    code,
    clock.now(),
    user.totpLastStep,
  );
  if (step === null) return false;
  const notYet = { OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] };
  const { count } = await db.user.updateMany({
    where: { tenantId: user.tenantId, id: user.id, ...notYet },
    data: { totpLastStep: step },
  });
  return count === 1;
}

async function takeRecovery({ db }: Services, user: User, code: string): Promise<boolean> {
  const hash = recoveryHash(code);
  if (!user.recoveryHashes.includes(hash)) return false;
  const taken = await db.$executeRaw`
    update users set recovery_hashes = array_remove(recovery_hashes, ${hash})
    where tenant_id = ${user.tenantId} and id = ${user.id} and ${hash} = any(recovery_hashes)`;
  return taken === 1;
}
