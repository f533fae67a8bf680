/** As JSON writes numbers (RFC 8259 §6), without an exponent. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** The number that plain decimal digits write; null for any other text: empty, "1e3", "0x10", " 2". */
export function readNumber(text: string): number | null {
  return PLAIN_NUMBER.test(text) ? Number(text) : null;
}
