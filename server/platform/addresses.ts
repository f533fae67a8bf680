import ipaddr from "ipaddr.js";

/** Of the public ranges, what is a cloud's own: Azure answers its machines' secrets at this address. */
const CLOUD_OWN = new Set(["168.63.129.16"]);

/**
 * Whether an IP address can be reached by anybody on the internet: false for private, loopback, link-local (where clouds keep
 * their metadata), shared, reserved, multicast and unspecified ones, for every form of IPv4 inside IPv6, and for no address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.parse(address).range() === "unicast" && !CLOUD_OWN.has(address);
}
