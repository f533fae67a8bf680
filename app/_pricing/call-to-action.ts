import type { PublicTenant } from "../../server/http/pages-contract.ts";
import type { Plan, Price } from "./offer.ts";

/** A plan's button: the key of its text, and its link. */
interface CallToAction {
  words: "getStarted" | "startTrial" | "choose" | "joinWaitlist" | "haveInvitation";
  path: string;
  /** The price to check out; null when the button does not lead to the checkout. */
  priceId: string | null;
}

/** The tenant's signup policy decides where a plan's button leads: checkout, registration, waitlist or invitation. */
export function callToAction({ slug, signupPolicy }: PublicTenant, plan: Plan, price: Price): CallToAction {
  const base = `/p/${slug}`;
  if (signupPolicy === "WAITLIST") return { words: "joinWaitlist", path: `${base}/waitlist`, priceId: null };
  if (signupPolicy === "INVITE_ONLY")
    return { words: "haveInvitation", path: `${base}/redeem`, priceId: null };
  if (plan.is_free) return { words: "getStarted", path: `${base}/register`, priceId: null };
  const words = price.trial_days > 0 ? "startTrial" : "choose";
  return { words, path: `${base}/checkout`, priceId: price.id };
}
