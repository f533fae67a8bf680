/**
 * An address as it is kept and compared everywhere: without surrounding blanks, in lower case. Mail servers may tell P2@ from p2@
 * (RFC 5321 §2.3.11), people do not. The database refuses any other form.
 */
export function foldEmail(address: string): string {
  return address.trim().toLowerCase();
}
