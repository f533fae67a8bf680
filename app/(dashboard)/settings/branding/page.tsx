import type { Metadata } from "next";
import { requireMember } from "../../../_lib/session.ts";
import { BrandingPage } from "./branding-page.tsx";

export const metadata: Metadata = { title: "Branding" };

export default async function Page() {
  const { member, tenant } = await requireMember();
  const sandbox = member.tenants.find(({ parentTenantId }) => parentTenantId === tenant.tenantId);
  return <BrandingPage sandboxId={sandbox?.tenantId ?? null} />;
}
