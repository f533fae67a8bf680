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
