import { headers } from "next/headers";

/** What this page's own inline scripts and styles carry so that its Content-Security-Policy lets them be; proxy.ts chose it. */
export async function pageNonce(): Promise<string> {
  const policy = (await headers()).get("content-security-policy") ?? "";
  return /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
}
