/** What the common errors of a connection mean: codes of Node, its system calls and OpenSSL's checks of certificates. */
const MEANINGS: Record<string, string> = {
  ECONNREFUSED: "Connection refused: nothing listens at this address and port",
  ECONNRESET: "The connection was closed before an answer came",
  EPIPE: "The connection was closed before all was sent",
  ETIMEDOUT: "No connection within the time",
  EHOSTUNREACH: "No way to the host",
  ENETUNREACH: "No way to the network of the host",
  ENOTFOUND: "The host was not found",
  ENODATA: "The host has no address",
  EAI_AGAIN: "The host could not be looked up",
  ESERVFAIL: "The host could not be looked up",
  EPROTO: "No secure connection: the host may not speak https at this port",
  CERT_HAS_EXPIRED: "The host's certificate has expired",
  CERT_NOT_YET_VALID: "The host's certificate is not valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The host's certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "The host's certificate is signed by an authority that is not trusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The host's certificate is signed by an authority that is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The host does not send the whole chain of its certificate",
  ERR_TLS_CERT_ALTNAME_INVALID: "The host's certificate is for another name",
};

/** An error of a connection for people, its code in brackets: "Connection refused: … (ECONNREFUSED)". */
export function connectionProblem(code: string): string {
  return `${MEANINGS[code] ?? "It could not be sent"}. (${code})`;
}
