import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import type { PublicTenant } from "../../server/http/pages-contract.ts";
import type { Api } from "./api.ts";
import { pagesBridge } from "./bridge.ts";
import { createVisitorApi } from "./server-api.ts";

/** The tenant of a public page's address, looked up once a request; answers 404 when there is none. */
export const tenantOr404 = cache(async (slug: string): Promise<PublicTenant> => {
  const tenant = await pagesBridge().tenant(slug);
  return tenant ?? notFound();
});

/** The operations, called as the page's visitor. */
export async function visitorApi(tenant: PublicTenant): Promise<Api> {
  // Written by our own listener; see server/http/client-address.ts.
  const address = (await headers()).get("x-usher-address") ?? "unknown";
  return createVisitorApi({ tenant, address });
}
