const MAX_NAME_LENGTH = 60;
/** Text that mail programs, or people, take for a link. */
const LINK_LIKE = /:\/\/|www\.|@|[\p{L}\p{N}]\.\p{L}{2,}/iu;

/**
 * Text on one line, for subjects, sender names and sentences: line breaks, control characters and the marks that turn the
 * direction of writing become blanks.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, " ").trim();
}

/**
 * The name of the greeting, or null. Strangers choose names for addresses that are not theirs (anybody can join a
 * waitlist): a name that contains an address of any kind, or is long enough for an advertisement, is left out.
 */
export function greetingName(name: string | null): string | null {
  const plain = oneLine(name ?? "");
  const isName = plain !== "" && [...plain].length <= MAX_NAME_LENGTH && !LINK_LIKE.test(plain);
  return isName ? plain : null;
}
