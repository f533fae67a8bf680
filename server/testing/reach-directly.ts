const OWN_ADDRESSES = ["localhost", "127.0.0.1"];

/**
 * Exempts this machine from a proxy that the environment may name (HTTP_PROXY): the tests' servers run here, and a proxy for the network
 * does not reach them. curl and Playwright ask any proxy for them otherwise. Call it before what is to heed it starts.
 */
export function reachDirectly(): void {
  for (const name of ["NO_PROXY", "no_proxy"]) {
    const exempt = new Set([...(process.env[name] ?? "").split(","), ...OWN_ADDRESSES]);
    process.env[name] = [...exempt].filter((address) => address !== "").join(",");
  }
}
