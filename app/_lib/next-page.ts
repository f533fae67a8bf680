/** The parameter of the sign-in page that names where its visitor was going. */
const NEXT = "next";

/** The sign-in page, which leads on to a page of the dashboard, with its query; home needs no mention. */
export function signInPage(next: string | null): string {
  const path = pathOf(next);
  return path === "/" ? "/sign-in" : `/sign-in?${NEXT}=${encodeURIComponent(path)}`;
}

/** Where the sign-in page leads, by its own query: a path of this site, never another's address; else home. */
export function nextPage(query: { get: (name: string) => string | null }): string {
  return pathOf(query.get(NEXT));
}

function pathOf(text: string | null): string {
  // A browser reads "//" and "/\\" as the beginning of another host, and drops tabs and line breaks before it looks.
  return text !== null && /^\/(?![/\\])[^\s\\]*$/.test(text) ? text : "/";
}
