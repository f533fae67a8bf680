import { nextPage } from "./next-page.ts";

// What was typed into a form and not sent, kept in the tab until it is sent or discarded, so that a reload or the end of a
// session loses nothing. Passwords and keys are never kept.

const PREFIX = "usher:draft:";
const RETURN = "usher:return";

/** What a form is of. */
interface Place {
  tenantId: string;
  /** The page that shows it. */
  path: string;
  title: string;
  /** What the form is about, such as the ids that are sent with it: one page shows the same form for many objects. */
  about?: Record<string, unknown> | undefined;
}

/** The key of a form's draft: of two objects' forms neither shows what was typed for the other. */
export const draftKeyOf = ({ tenantId, path, title, about = {} }: Place): string =>
  JSON.stringify([tenantId, path, title, Object.entries(about).sort(byName)]);

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);

/** The tab's storage; null where the browser refuses it. */
function storage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** The typed values that were kept under the key; null when there are none. */
export function readDraft(key: string): Record<string, unknown> | null {
  try {
    const kept: unknown = JSON.parse(storage()?.getItem(PREFIX + key) ?? "null");
    return typeof kept === "object" && kept !== null ? { ...kept } : null;
  } catch {
    return null;
  }
}

export function keepDraft(key: string, typed: Record<string, unknown>): void {
  try {
    storage()?.setItem(PREFIX + key, JSON.stringify(typed));
  } catch {
    // The storage is full: the form itself still has what was typed.
  }
}

export function forgetDraft(key: string): void {
  storage()?.removeItem(PREFIX + key);
}

/** Forgets every draft, and where to return to: the member signs out. */
export function forgetDrafts(): void {
  const kept = storage();
  for (const key of Object.keys(kept ?? {})) if (key.startsWith(PREFIX)) kept?.removeItem(key);
  kept?.removeItem(RETURN);
}

/** Remembers the page on which the session ended. */
export function rememberPage(): void {
  storage()?.setItem(RETURN, window.location.pathname + window.location.search);
}

/** The page on which the session ended, once; else the one that the sign-in page's own address names, or home. */
export function pageToReturnTo(): string {
  const page = storage()?.getItem(RETURN) ?? nextPage(new URLSearchParams(window.location.search));
  storage()?.removeItem(RETURN);
  return page;
}
