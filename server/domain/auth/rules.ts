export type SignupPolicy = "OPEN" | "INVITE_ONLY" | "WAITLIST";

/** Why somebody may not register; null when they may. An invitation, by mail or by code, opens every policy. */
export function refusalOf(policy: SignupPolicy, hasInvitation: boolean): "K4007" | "K4008" | null {
  if (hasInvitation || policy === "OPEN") return null;
  return policy === "WAITLIST" ? "K4008" : "K4007";
}
