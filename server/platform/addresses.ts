import ipaddr from "ipaddr.js";

/** Addresses of a public range that lead to a cloud's own services: Azure serves its machines' secrets at this one. */
const CLOUD_OWN = new Set(["168.63.129.16"]);

/** The global unicast addresses of IPv6 (RFC 4291, IANA's registry of the IPv6 address space); all others are special. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address is public, that is reachable from the whole internet: false for private, loopback, link-local (where clouds keep
 * their metadata), shared, reserved, multicast and unspecified ones, for every form of IPv4 inside IPv6, and for no address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6)) return false;
  return parsed.range() === "unicast" && !CLOUD_OWN.has(address);
}

export const NOT_PUBLIC = "it leads to an address that is not public";

/**
 * Why nothing would ever be sent to an address, null where it may be: not a URL, a protocol that is not allowed, a name or password, or,
 * unless private ones are allowed, an address that is visibly not public. It reads the text alone, in a browser, too.
 */
export function urlProblem(url: string, mayBePrivate: boolean): string | null {
  if (!URL.canParse(url)) return "it is not a URL";
  const { protocol, username, password, hostname } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    return mayBePrivate ? "it begins with neither https:// nor http://" : "it does not begin with https://";
  if (username !== "" || password !== "") return "it has a user name or a password";
  if (mayBePrivate) return null;
  const literal = bareHost(hostname);
  // RFC 6761: these names lead to the machine itself.
  const isOwn = /(^|\.)localhost\.?$/.test(hostname);
  // Before the protocol: with https it would be refused, too.
  if (isOwn || (ipaddr.isValid(literal) && !isPublicAddress(literal))) return NOT_PUBLIC;
  return protocol === "https:" ? null : "it does not begin with https://";
}

/** A host without the brackets of IPv6. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
