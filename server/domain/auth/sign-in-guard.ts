import { ApiError } from "../../errors/api-error.ts";
import type { Services } from "../../platform/scope.ts";
import type { Limit, Line } from "../../platform/throttle.ts";

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;
/** Failures at one account from one address. */
const PER_ACCOUNT_AND_ADDRESS = { name: "sign-in:account-address", points: 10, seconds: QUARTER_HOUR };
/** Failures from one address at all accounts of a tenant, where the address is not known of the account. */
const PER_ADDRESS = { name: "sign-in:address", points: 50, seconds: QUARTER_HOUR };
/** Failures at one account from one device that has signed in before. */
const PER_DEVICE = { name: "sign-in:device", points: 10, seconds: QUARTER_HOUR };
/** Failures at one account from everywhere else, before tries are slowed. */
const PER_ACCOUNT = { name: "sign-in:account", points: 100, seconds: HOUR };
/** Tries at one account past that: together with it 400 an hour. */
const SLOWED: Line = { name: "sign-in:slowed", first: 1, longest: 12, most: 30, rest: HOUR };
/** How long a device or network stays known after its last sign-in. */
const KNOWN_SECONDS = 90 * 86_400;

interface Who {
  tenantId: string;
  email: string;
  /** Of the person; null when a tenant's back end asks, which acts for many. */
  address: string | null;
  /** A secret by which the device that asks is known again; null without one. */
  device: string | null;
  /** Whether the device has proven itself already, as that of a session has. */
  isProven?: boolean;
}

/**
 * Runs a sign-in check under a rate limit; only failures count, whether the account exists or not. An attempt is counted before it is made,
 * so that concurrent attempts do not exceed the limit.
 *
 * Strangers cannot lock anybody out: a device or network that has signed in to the account before is counted by itself (device cookies,
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies), and so are the tenant's back ends; from
 * everywhere else, tries past the account's limit take turns with growing gaps. Throws too_many_requests.
 */
export async function guardSignIn<T>(
  { throttle }: Pick<Services, "throttle">,
  who: Who,
  findAccount: () => Promise<T | null>,
): Promise<T | null> {
  const account = accountOf(who);
  const places = placesOf(who);
  const counted = await countAttempt({ throttle }, who, account);
  const found = await findAccount();
  if (found === null) return null;
  for (const { limit, subject } of counted) await throttle.giveBack(limit, subject);
  for (const place of places) await throttle.remember(account, place, KNOWN_SECONDS);
  return found;
}

/** Begins the counts of an account anew: its owner, who has just used a mailed link, signs in at once. */
export async function forgetFailures(
  { throttle }: Pick<Services, "throttle">,
  owner: Pick<Who, "tenantId" | "email">,
): Promise<void> {
  const account = accountOf(owner);
  for (const subject of [account, fromBackEnds(account)])
    for (const { name } of [PER_ACCOUNT, SLOWED]) await throttle.forget(name, subject);
}

interface Counted {
  limit: Limit;
  subject: string;
}

/** Counts an attempt by who makes it: everything that was counted. Throws too_many_requests. */
async function countAttempt(
  { throttle }: Pick<Services, "throttle">,
  who: Who,
  account: string,
): Promise<Counted[]> {
  const { address, device, isProven = false } = who;
  const known = await throttle.placesOf(account, placesOf(who));
  if (device !== null && (isProven || known.has(deviceOf(device)))) {
    const own = { limit: PER_DEVICE, subject: `${account} ${device}` };
    const isOver = await throttle.take(own.limit, own.subject).then(() => null, tooMany);
    if (isOver === null) return [own];
    // Someone who tries with a stolen device is a stranger.
    if (isProven) throw isOver;
  }
  const counted: Counted[] = [];
  const isKnownNetwork = address !== null && known.has(networkOf(address));
  if (address !== null) counted.push({ limit: PER_ACCOUNT_AND_ADDRESS, subject: `${account} ${address}` });
  // Who has signed in from there before is not refused for what others there do at other accounts.
  if (address !== null && !isKnownNetwork)
    counted.push({ limit: PER_ADDRESS, subject: `${who.tenantId} ${address}` });
  for (const one of counted) await throttle.take(one.limit, one.subject);
  if (isKnownNetwork) return counted;
  // The account last: an attempt that is refused by its address must not count against the account.
  const subject = address === null ? fromBackEnds(account) : account;
  const isOver = await throttle.take(PER_ACCOUNT, subject).then(() => null, tooMany);
  counted.push({ limit: PER_ACCOUNT, subject });
  if (isOver === null) return counted;
  try {
    await throttle.waitForTurn(SLOWED, subject);
  } catch (error) {
    // No guess was made.
    for (const one of counted) await throttle.giveBack(one.limit, one.subject);
    throw error;
  }
  return counted;
}

function tooMany(error: unknown): ApiError {
  if (error instanceof ApiError && error.errorName === "too_many_requests") return error;
  throw error;
}

function placesOf({ address, device }: Who): string[] {
  return [...(device === null ? [] : [deviceOf(device)]), ...(address === null ? [] : [networkOf(address)])];
}

const accountOf = ({ tenantId, email }: Pick<Who, "tenantId" | "email">) => `${tenantId} ${email}`;
/** Who calls through the tenant's back end is counted apart: it knows them, and strangers elsewhere are none of theirs. */
const fromBackEnds = (account: string) => `${account} back end`;
const deviceOf = (device: string) => `device ${device}`;
const networkOf = (address: string) => `network ${address}`;
