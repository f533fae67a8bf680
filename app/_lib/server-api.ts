import { createTRPCClient, httpLink } from "@trpc/client";
import type { OpenPortal, SessionClaims, Visitor } from "../../server/http/pages-contract.ts";
import type { AppRouter } from "../../server/trpc/root.ts";
import { type Api, TENANT_HEADER } from "./api.ts";
import { pagesBridge } from "./bridge.ts";

/** The same operations for pages rendered on the server: no network between, the same rules. */
export function createServerApi(claims: SessionClaims, tenantId: string): Api {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        // Never resolved: fetch below answers the request within the process.
        url: "http://usher.internal/api/trpc",
        headers: { [TENANT_HEADER]: tenantId },
        fetch: (url, init) => pagesBridge().trpc(new Request(url, toRequestInit(init)), claims),
      }),
    ],
  });
}

/** The operations that a visitor without an account may use on a tenant's public pages. */
export function createVisitorApi(visitor: Visitor): Api {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: "http://usher.internal/api/trpc",
        fetch: (url, init) => pagesBridge().visitorTrpc(new Request(url, toRequestInit(init)), visitor),
      }),
    ],
  });
}

/** The operations that a customer may use in the portal that was opened for them. */
export function createPortalApi(portal: OpenPortal & { address: string }): Api {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: "http://usher.internal/api/trpc",
        fetch: (url, init) => pagesBridge().portalTrpc(new Request(url, toRequestInit(init)), portal),
      }),
    ],
  });
}

/** tRPC's init allows shapes of other runtimes; here it carries only what Request takes. */
function toRequestInit(init: object | undefined): RequestInit | undefined {
  return init as RequestInit | undefined;
}
