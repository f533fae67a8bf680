import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

/** The header with which the listener passes the client's address to the pages; a caller's own value is dropped. */
export const ADDRESS_HEADER = "x-usher-address";

/** Every IPv6 client has a network of at least this size. */
const IPV6_NETWORK_BITS = 64;

/**
 * The client's address, as rate limits count it: the IPv4 address, or the /64 network of an IPv6 one. Behind a proxy
 * that is trusted (USHER_TRUST_PROXY) the last address of X-Forwarded-For, which the proxy wrote itself.
 */
export function clientAddress(request: IncomingMessage, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? request.headers["x-forwarded-for"] : undefined;
  const last = String(forwarded ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  return networkOf(last || (request.socket.remoteAddress ?? ""));
}

/** An address as it is counted: an IPv4 address as it is, the /64 network of an IPv6 address, "unknown" for anything else. */
export function networkOf(text: string): string {
  if (!ipaddr.isValid(text)) return "unknown";
  const address = ipaddr.process(text);
  if (address.kind() === "ipv4") return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_NETWORK_BITS}`).toString();
}

/** The headers in which a proxy describes the request that it received. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];
/** Never used: our own scheme and port are those of USHER_BASE_URL. */
const NEVER_USED = ["x-forwarded-proto", "x-forwarded-port"];

/**
 * Removes forwarding headers, so that the pages and their libraries cannot trust forged ones: all of them unless a proxy is
 * trusted (USHER_TRUST_PROXY), and always the scheme and port.
 */
export function dropForwarded({ headers }: IncomingMessage, trustsProxy: boolean): void {
  for (const name of trustsProxy ? NEVER_USED : [...FORWARDED, ...NEVER_USED]) delete headers[name];
}
