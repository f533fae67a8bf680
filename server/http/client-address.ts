import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

/** The header by which the listener tells the pages where a request comes from; what a caller sends under it is dropped. */
export const ADDRESS_HEADER = "x-usher-address";

/** Whoever has an IPv6 address has a network of at least this size. */
const IPV6_NETWORK_BITS = 64;

/**
 * Where a request comes from, as throttling counts it: the IPv4 address, or the /64 network of an IPv6 one. Behind a proxy
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

/** What a proxy writes of the request that it was sent. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];
/** Never used: our own scheme and port are those of USHER_BASE_URL. */
const NEVER_USED = ["x-forwarded-proto", "x-forwarded-port"];

/**
 * Takes from a request what its sender says in a proxy's name, so that the pages and the libraries below them cannot believe it:
 * all of it unless a proxy is trusted (USHER_TRUST_PROXY), and always the scheme and port.
 */
export function dropForwarded({ headers }: IncomingMessage, trustsProxy: boolean): void {
  for (const name of trustsProxy ? NEVER_USED : [...FORWARDED, ...NEVER_USED]) delete headers[name];
}
