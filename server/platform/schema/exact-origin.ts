/** A name as DNS has it, or an IPv4 address: no wildcard, no dot at the end, nothing that means something in a header. */
const NAME = /^(?!-)[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
const IPV6 = /^\[[0-9a-f:.]+\]$/;

/** Hosts that are always the browser's own machine, so that nothing between can read or change what is sent. */
const OWN_MACHINE = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a text is one origin exactly as browsers send it in the header Origin (URL standard, "serialization of an origin"):
 * scheme, host and a port other than the scheme's default. It names one host, so it may go into a Content-Security-Policy.
 */
export function isExactOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, origin } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return false;
  return origin === text && (NAME.test(hostname) || IPV6.test(hostname));
}

/**
 * Whether a page of the origin cannot be changed on its way to the browser: it comes by https, or from the browser's own machine.
 */
export function isSafeOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || OWN_MACHINE.has(hostname);
}
