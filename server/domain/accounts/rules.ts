import type { ErrorCode } from "../../errors/catalogue.ts";

export type SignupPolicy = "OPEN" | "INVITE_ONLY" | "WAITLIST";

/** Why somebody may not register; null when they may. An invitation, by mail or by code, opens every policy. */
export function refusalOf(policy: SignupPolicy, hasInvitation: boolean): ErrorCode | null {
  if (hasInvitation || policy === "OPEN") return null;
  return policy === "WAITLIST" ? "K4008" : "K4007";
}
