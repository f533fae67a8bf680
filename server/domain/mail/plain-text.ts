const MAX_NAME_LENGTH = 60;
/** Endings of domains that are no part of a name, and those that are, such as "de" in "Dr. de la Cruz". */
const ENDINGS = "com|net|org|info|biz|app|shop|site|online|xyz";
const SHORT_ENDINGS = "io|me|co|de|ru";
/** What an advertisement has and a name has not, once letters that look alike are made the same. */
const SIGNS_OF_ADVERTISING: readonly RegExp[] = [
  // The beginning or a part of a link, or an e-mail address.
  /:\/\/|\bhttps?\b|\bwww\b|[@/\\]/i,
  // A domain: example.com, "example .com", "example . com", but not "J. Smith".
  /[\p{L}\p{N}][.。]\p{L}{2,}|\s[.。]\s?\p{L}{2,}/u,
  // "example. com" and "example•com", but not "J. App".
  new RegExp(String.raw`[\p{L}\p{N}]{2}\s*[.。•∙⋅·・][^\p{L}\p{N}]*(?:${ENDINGS})(?!\p{L})`, "iu"),
  new RegExp(String.raw`[\p{L}\p{N}]{2}[.。]\s+(?:${SHORT_ENDINGS})$`, "iu"),
  // A domain in disguise: example[.]com, "example (dot) com", "example dot com"; and an address: "ann (at) example".
  /[([{]\s*(?:\.|dot|punkt|punto|point|at)\s*[)\]}]/i,
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:dot|punkt|punto|point)[^\p{L}\p{N}]*(?:${ENDINGS}|${SHORT_ENDINGS})(?!\p{L})`,
    "iu",
  ),
  // A phone number, a price or a share.
  /\p{Nd}(?:[\s().+-]*\p{Nd}){3}/u,
  /\p{Sc}|\p{Nd}\s*%/u,
];

const ALONE = String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}](?![\p{L}\p{N}])`;
/** Letters that stand alone, one after the other: "e v i l", "e-v-i-l". */
const SPACED = new RegExp(String.raw`${ALONE}(?:[^\p{L}\p{N}.。]+${ALONE})+`, "gu");
/** The same with dots between them, as initials have them. */
const SPELLED = new RegExp(String.raw`${ALONE}(?:[^\p{L}\p{N}]+${ALONE})+`, "gu");
const IS_SPELLED_DOMAIN = new RegExp(`^.{2,}(?:${ENDINGS})$`, "iu");
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, "");

/** A text as it is read where it is written apart: "e v i l . c o m" is evil.com. */
function joined(text: string): string {
  return text.replaceAll(SPACED, lettersOf).replaceAll(/[\s_*-]+([.。])\s*/gu, "$1");
}

/** Whether letters that stand alone spell a domain: "e. v. i. l. c. o. m.", but no initials do. */
function spellsDomain(text: string): boolean {
  return [...text.matchAll(SPELLED)].some(([letters]) => IS_SPELLED_DOMAIN.test(lettersOf(letters)));
}

/**
 * Text on one line, for subjects, sender names and sentences: line breaks, control characters and the marks that turn the
 * direction of writing become blanks.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, " ").trim();
}

/**
 * The name of the greeting, or null. Strangers choose names for addresses that are not theirs (anybody can join a waitlist, and register
 * with any address): a name that reads like advertising is left out. It has an address of any kind, also in disguise or with its letters
 * apart, a number of four digits or more, an amount of money, or more than 60 characters.
 */
export function greetingName(name: string | null): string | null {
  const plain = oneLine(name ?? "");
  const seen = plain.normalize("NFKC").replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
  if (seen.trim() === "" || [...plain].length > MAX_NAME_LENGTH) return null;
  const readings = [seen, joined(seen)];
  const isAdvertising =
    spellsDomain(seen) || SIGNS_OF_ADVERTISING.some((sign) => readings.some((text) => sign.test(text)));
  return isAdvertising ? null : plain;
}
