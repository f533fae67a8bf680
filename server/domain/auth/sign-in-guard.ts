import type { Services } from "../../platform/scope.ts";

const QUARTER_HOUR = 15 * 60;
/** Failures at one account from one address. */
const PER_ACCOUNT_AND_ADDRESS = { name: "sign-in:account-address", points: 10, seconds: QUARTER_HOUR };
/** Failures at one account from all addresses: high enough that an attacker cannot lock a user out with a few attempts. */
const PER_ACCOUNT = { name: "sign-in:account", points: 100, seconds: QUARTER_HOUR };
/** Failures from one address at all accounts. */
const PER_ADDRESS = { name: "sign-in:address", points: 50, seconds: QUARTER_HOUR };

interface Who {
  tenantId: string;
  email: string;
  /** null when the caller acts for many users. */
  address: string | null;
}

/**
 * Runs a sign-in check under a rate limit; only failures count, whether the account exists or not. An attempt is counted
 * before it is made, so that concurrent attempts do not exceed the limit. K9002 after too many failures.
 */
export async function guardSignIn<T>(
  { throttle }: Pick<Services, "throttle">,
  { tenantId, email, address }: Who,
  findAccount: () => Promise<T | null>,
): Promise<T | null> {
  const account = `${tenantId} ${email}`;
  // The account last: an attempt that is refused by its address must not count against the account.
  const attempts = [
    ...(address === null
      ? []
      : [
          { limit: PER_ACCOUNT_AND_ADDRESS, subject: `${account} ${address}` },
          { limit: PER_ADDRESS, subject: address },
        ]),
    { limit: PER_ACCOUNT, subject: account },
  ];
  for (const { limit, subject } of attempts) await throttle.take(limit, subject);
  const found = await findAccount();
  if (found !== null) for (const { limit, subject } of attempts) await throttle.giveBack(limit, subject);
  return found;
}
