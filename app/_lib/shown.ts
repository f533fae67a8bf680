import type { ReactNode } from "react";
import { showEmail } from "../../server/platform/show-email.ts";

/** What a page shows, with the domain of an e-mail address in Unicode; everything else as it is. */
export function shown<T extends ReactNode>(part: T): T | string {
  return typeof part === "string" ? showEmail(part) : part;
}
