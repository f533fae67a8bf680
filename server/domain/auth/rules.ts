export type SignupPolicy = "OPEN" | "INVITE_ONLY" | "WAITLIST";

/** The K code that refuses a registration; null when it is allowed. An invitation satisfies every policy. */
export function refusalOf(policy: SignupPolicy, hasInvitation: boolean): "K4007" | "K4008" | null {
  if (hasInvitation || policy === "OPEN") return null;
  return policy === "WAITLIST" ? "K4008" : "K4007";
}
