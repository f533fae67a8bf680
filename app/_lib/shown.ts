import type { ReactNode } from "react";
import { showEmails } from "../../server/platform/show-email.ts";

/** What a page shows, with the domains of e-mail addresses in it in Unicode; everything else as it is. */
export function shown<T extends ReactNode>(part: T): T | string {
  return typeof part === "string" ? showEmails(part) : part;
}
