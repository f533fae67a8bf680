import punycode from "punycode.js";
import { foldEmail } from "./fold-email.ts";

/**
 * An address for people to read: an international domain in Unicode. One that would not lead back to the same address stays in ASCII, and
 * so does any text that is no address. For pages, mails and PDFs; programs get the ASCII that is stored.
 */
export function showEmail(address: string): string {
  const at = address.lastIndexOf("@");
  if (at < 0 || !/(?:@|\.)xn--/i.test(address.slice(at))) return address;
  const shown = `${address.slice(0, at)}@${domainInUnicode(address.slice(at + 1))}`;
  return foldEmail(shown) === foldEmail(address) ? shown : address;
}

/** An address in a text; whether its domain is one showEmail decides. */
const ADDRESS = /[^\s@"“”(),:;<>[\]]+@[a-z0-9.-]*xn--[a-z0-9.-]+/gi;

/** A text for people to read: each address in it as showEmail shows it. */
export function showEmails(text: string): string {
  return text.includes("xn--") ? text.replaceAll(ADDRESS, showEmail) : text;
}

/** A domain in Unicode; itself where one of its labels is no Punycode. */
function domainInUnicode(domain: string): string {
  try {
    return punycode.toUnicode(domain.toLowerCase());
  } catch {
    return domain;
  }
}

/** A link that opens a mail to the address (RFC 6068): the signs before the @ that mean something in a link are encoded. */
export function mailtoLink(address: string): string {
  const at = address.lastIndexOf("@");
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${address.slice(at + 1)}`;
}
