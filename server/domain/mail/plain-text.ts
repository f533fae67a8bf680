const MAX_NAME_LENGTH = 60;
/** What an advertisement has and a name has not, once letters that look alike are made the same. */
const SIGNS_OF_ADVERTISING: readonly RegExp[] = [
  // The beginning or a part of a link, or an e-mail address.
  /:\/\/|\bhttps?\b|\bwww\b|[@/\\]/i,
  // A domain: example.com, "example .com", "example . com", but not "J. Smith".
  /[\p{L}\p{N}][.。]\p{L}{2,}|\s[.。]\s?\p{L}{2,}/u,
  // A domain in disguise: example[.]com, "example (dot) com", "example dot com".
  /[([{]\s*(?:\.|dot|punkt|punto|point)\s*[)\]}]/i,
  /\bdot\s*(?:com|net|org|info|biz|io|app|shop|site|online|xyz|me|co|de|ru)\b/i,
  // A phone number, a price or a share.
  /\p{Nd}(?:[\s().+-]*\p{Nd}){3}/u,
  /\p{Sc}|\p{Nd}\s*%/u,
];

/**
 * Text on one line, for subjects, sender names and sentences: line breaks, control characters and the marks that turn the
 * direction of writing become blanks.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, " ").trim();
}

/**
 * The name of the greeting, or null. Strangers choose names for addresses that are not theirs (anybody can join a waitlist, and register
 * with any address): a name that reads like advertising is left out. It has an address of any kind, also in disguise, a number of four
 * digits or more, an amount of money, or more than 60 characters.
 */
export function greetingName(name: string | null): string | null {
  const plain = oneLine(name ?? "");
  const seen = plain.normalize("NFKC").replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
  if (seen.trim() === "" || [...plain].length > MAX_NAME_LENGTH) return null;
  return SIGNS_OF_ADVERTISING.some((sign) => sign.test(seen)) ? null : plain;
}
