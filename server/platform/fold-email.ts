/**
 * Normalizes an e-mail address: trimmed, in lower case. It is stored and compared in this form everywhere, and the database refuses
 * any other. Mail servers may distinguish P2@ from p2@ (RFC 5321 §2.3.11); people do not.
 */
export function foldEmail(address: string): string {
  return address.trim().toLowerCase();
}
