/** What an ASCII domain is made of; a domain with other ASCII signs is not converted, because a URL would read them as its own. */
const OF_DOMAIN = /^[a-z0-9.-]$/i;
/** The longest address (RFC 5321 §4.5.3.1.3: a path of 256 octets with its angle brackets). */
export const MAX_EMAIL_LENGTH = 254;

/**
 * Letters A to Z in lower case, and nothing else: what identifies something must not be reached by a letter that only Unicode takes for
 * the same, such as the Kelvin sign for a k.
 */
export function foldCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Normalizes an e-mail address: trimmed, the domain in ASCII as browsers and DNS have it (`info@пример.рф` becomes
 * `info@xn--e1afmkfd.xn--p1ai`), A to Z in lower case. It is stored and compared in this form everywhere, and the database refuses any
 * other. Mail servers may distinguish P2@ from p2@ (RFC 5321 §2.3.11); people do not. Whether it is an address EmailInput says; a text
 * that is none stays one.
 */
export function foldEmail(address: string): string {
  const trimmed = address.trim();
  const at = trimmed.lastIndexOf("@");
  if (at < 0 || trimmed.length > MAX_EMAIL_LENGTH) return foldCase(trimmed);
  return foldCase(`${trimmed.slice(0, at)}@${toAscii(trimmed.slice(at + 1))}`);
}

/**
 * A text by which people look for addresses: a whole one, or a part such as its beginning or its domain, in the form in which addresses
 * are stored. Whole labels of an international domain are found, a part of one is not: its ASCII has nothing in common with the whole's.
 */
export function foldSearch(text: string): string {
  const folded = foldEmail(text);
  return folded.includes("@") ? folded : foldCase(toAscii(folded));
}

/** An international domain in ASCII (UTS #46, as URLs are read); what has no such form stays as it is. */
function toAscii(domain: string): string {
  const signs = [...domain];
  const isInternational = signs.some((sign) => sign > "\u007f");
  if (!isInternational || signs.some((sign) => sign <= "\u007f" && !OF_DOMAIN.test(sign))) return domain;
  return URL.parse(`http://${domain}`)?.hostname ?? domain;
}
