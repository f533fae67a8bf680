import { signIn } from "next-auth/react";

const UNREACHABLE = "The server could not be reached. Check your connection and try again.";

/** Signs in and goes to the home page; answers what went wrong, in words, when it did not work. */
export async function signInWith(credentials: { email: string; password: string }): Promise<string | null> {
  const answer = await signIn("credentials", { ...credentials, redirect: false }).catch(() => undefined);
  if (!answer) return UNREACHABLE;
  if (!answer.ok) return answer.error ?? UNREACHABLE;
  // A whole page load: nothing that was cached before the sign-in may be shown after it.
  window.location.assign("/");
  return new Promise(() => undefined);
}
