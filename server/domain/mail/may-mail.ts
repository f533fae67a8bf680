import { ApiError } from "../../errors/api-error.ts";
import { mailboxOf } from "../../platform/mailbox-of.ts";
import type { Scope } from "../../platform/scope.ts";
import type { Limit } from "../../platform/throttle.ts";

/** How long the link of a password reset works, seconds. */
export const RESET_LINK_SECONDS = 30 * 60;

interface Rule {
  /** Tried in this order. The mail may go as soon as one of them has room. */
  limits: Limit[];
  /** What is counted, within a tenant. */
  subjectOf(email: string): string;
}

/** How many mails people can have sent to an address that may be somebody else's, by what they ask for. */
const RULES = {
  // Joining the waitlist and registering share one count: whoever reads the mailbox gets them all.
  admission: {
    limits: [{ name: "mail:mailbox", points: 5, seconds: 86_400 }],
    subjectOf: mailboxOf,
  },
  // Only an account's own address gets these, so aliases send no more of them. The first limit ends when the link it let
  // through ends: whatever strangers ask for, the owner has a link that works or can have one mailed.
  passwordReset: {
    limits: [
      { name: "password-reset:first", points: 1, seconds: RESET_LINK_SECONDS },
      { name: "password-reset:more", points: 4, seconds: 3600 },
    ],
    subjectOf: (email) => email,
  },
} satisfies Record<string, Rule>;

/**
 * Counts a mail that a stranger may have asked for, and says whether it may go to the address. Callers answer alike either way.
 * Also under concurrency no more are allowed than the rule has room for.
 */
export async function mayMail(
  { throttle, tenantId }: Pick<Scope, "throttle" | "tenantId">,
  kind: keyof typeof RULES,
  email: string,
): Promise<boolean> {
  const { limits, subjectOf }: Rule = RULES[kind];
  for (const limit of limits) {
    const isTaken = await throttle.take(limit, `${tenantId} ${subjectOf(email)}`).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.errorName === "too_many_requests") return false;
        throw error;
      },
    );
    if (isTaken) return true;
  }
  return false;
}
