declare module "punycode.js" {
  /** A domain with its labels of `xn--` in Unicode. Throws a RangeError for a label that is no Punycode. */
  export function toUnicode(domain: string): string;
  const punycode: { toUnicode: typeof toUnicode };
  export default punycode;
}
