import type { PublicTenant } from "../../server/http/pages-contract.ts";
import type { Plan, Price } from "./offer.ts";

/** What a plan's button says, as a key of the texts, and where it leads. */
interface CallToAction {
  words: "getStarted" | "startTrial" | "choose" | "joinWaitlist" | "haveInvitation";
  path: string;
  /** The price that the checkout is for; null where nothing is bought yet. */
  priceId: string | null;
}

/** Who may sign up decides what a plan's button is for: the checkout, an account, the waitlist, or an invitation. */
export function callToAction({ slug, signupPolicy }: PublicTenant, plan: Plan, price: Price): CallToAction {
  const base = `/p/${slug}`;
  if (signupPolicy === "WAITLIST") return { words: "joinWaitlist", path: `${base}/waitlist`, priceId: null };
  if (signupPolicy === "INVITE_ONLY")
    return { words: "haveInvitation", path: `${base}/redeem`, priceId: null };
  if (plan.is_free) return { words: "getStarted", path: `${base}/register`, priceId: null };
  const words = price.trial_days > 0 ? "startTrial" : "choose";
  return { words, path: `${base}/checkout`, priceId: price.id };
}
