import { announceArrival } from "../../_lib/arrival.ts";
import { pageToReturnTo } from "../../_lib/drafts.ts";

const UNREACHABLE = "The server could not be reached. Check your connection and try again.";

/** What is answered instead of words when the member has a second factor, and its code was not sent. */
export const ASKS_FOR_CODE = "two_factor_code_required";

/** Signs in and goes to the page on which the session ended, or home; answers what went wrong, in words, when it did not work. */
export async function signInWith(credentials: {
  email: string;
  password: string;
  code?: string;
}): Promise<string | null> {
  const { signIn } = await import("next-auth/react");
  const answer = await signIn("credentials", { ...credentials, redirect: false }).catch(() => undefined);
  if (!answer) return UNREACHABLE;
  if (!answer.ok) return answer.error ?? UNREACHABLE;
  // A whole page load: nothing that was cached before the sign-in may be shown after it.
  announceArrival();
  window.location.assign(pageToReturnTo());
  return new Promise(() => undefined);
}
