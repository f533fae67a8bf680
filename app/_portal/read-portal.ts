import { cookies, headers } from "next/headers";
import { cache } from "react";
import type { OpenPortal } from "../../server/http/pages-contract.ts";
import type { Api } from "../_lib/api.ts";
import { pagesBridge } from "../_lib/bridge.ts";
import { createPortalApi } from "../_lib/server-api.ts";

export const PORTAL_COOKIE = "usher-portal";

/** An open portal and the API as its customer. */
export type UsedPortal = OpenPortal & {
  api: Api;
  /** False when a member with a read-only role created the link; the server then refuses every change. */
  mayChange: boolean;
};

/** The portal session of this browser for the tenant; null without one. */
export const readPortal = cache(async (slug: string): Promise<UsedPortal | null> => {
  const session = (await cookies()).get(PORTAL_COOKIE)?.value;
  const portal = session === undefined ? null : await pagesBridge().portal(slug, session);
  if (!portal) return null;
  const address = (await headers()).get("x-usher-address") ?? "unknown";
  const mayChange = portal.member === null || ["ADMIN", "OWNER"].includes(portal.member.role);
  return { ...portal, mayChange, api: createPortalApi({ ...portal, address }) };
});
