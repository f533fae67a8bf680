import type { Services } from "../platform/scope.ts";
import { type PublicDocument, publicDocument } from "./public-document.ts";

export const SECURITY_TXT = "/.well-known/security.txt";

const DAY_MS = 24 * 3600 * 1000;
/** RFC 9116 §2.5.5 recommends less than a year. */
const VALID_DAYS = 180;
const CACHE_SECONDS = 24 * 3600;

/**
 * `/.well-known/security.txt`: where to report a vulnerability of this installation (RFC 9116); null when the configuration names
 * no contact. It expires 180 days from now, counted from the beginning of the day, so that copies of a day are alike.
 */
export function securityTxt({ config, clock, baseUrl }: Services): PublicDocument | null {
  const { securityContact } = config;
  if (securityContact === undefined) return null;
  const url = new URL(SECURITY_TXT, baseUrl).href;
  return async function serve(request, response) {
    const today = Math.floor(clock.now().getTime() / DAY_MS);
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date((today + VALID_DAYS) * DAY_MS).toISOString()}`,
      // §2.5.2: an address in this field begins with https.
      ...(url.startsWith("https://") ? [`Canonical: ${url}`] : []),
      "Preferred-Languages: en",
    ];
    const text = lines.map((line) => `${line}\n`).join("");
    await publicDocument("text/plain; charset=utf-8", text, CACHE_SECONDS)(request, response);
  };
}
