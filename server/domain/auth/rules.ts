export type SignupPolicy = "OPEN" | "INVITE_ONLY" | "WAITLIST";

/** The error that refuses a registration; null when it is allowed. An invitation satisfies every policy. */
export function refusalOfSignup(
  policy: SignupPolicy,
  hasInvitation: boolean,
): "invitation_required" | "waitlist_invitation_required" | null {
  if (hasInvitation || policy === "OPEN") return null;
  return policy === "WAITLIST" ? "waitlist_invitation_required" : "invitation_required";
}
