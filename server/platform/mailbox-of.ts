import { foldEmail } from "./fold-email.ts";

/** The address without the parts that mail providers ignore, so that aliases of one mailbox count as one. */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = foldEmail(email).split("@");
  // What begins with a plus has no name before it.
  const bare = local.split("+", 1)[0] || local;
  const isGoogle = domain === "gmail.com" || domain === "googlemail.com";
  return isGoogle ? `${bare.replaceAll(".", "")}@gmail.com` : `${bare}@${domain}`;
}
