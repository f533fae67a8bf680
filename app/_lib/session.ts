import type { Route } from "next";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { MemberTenant, MemberView, SessionClaims } from "../../server/http/pages-contract.ts";
import { pagesBridge } from "./bridge.ts";
import { TENANT_COOKIE, URL_HEADER } from "./choices.ts";
import { signInPage } from "./next-page.ts";

/** The session that the request's cookie names; null without a valid cookie. */
const readClaims = cache(async (): Promise<SessionClaims | null> => {
  return pagesBridge().claims((await headers()).get("cookie"));
});

/** The signed-in member, or null. */
export const readMember = cache(async (): Promise<MemberView | null> => {
  const claims = await readClaims();
  return claims && pagesBridge().member(claims);
});

/** The signed-in member and the tenant they look at, for pages of the dashboard. Others are sent to sign in. */
export async function requireMember(): Promise<{
  claims: SessionClaims;
  member: MemberView;
  tenant: MemberTenant;
}> {
  const [claims, member, jar] = await Promise.all([readClaims(), readMember(), cookies()]);
  const chosen = jar.get(TENANT_COOKIE)?.value;
  const tenant = member?.tenants.find(({ tenantId }) => tenantId === chosen) ?? member?.tenants[0];
  if (!claims || !member || !tenant) redirect(signInPage((await headers()).get(URL_HEADER)) as Route);
  return { claims, member, tenant };
}
