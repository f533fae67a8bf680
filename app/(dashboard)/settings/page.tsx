import type { Metadata } from "next";
import { requireMember } from "../../_lib/session.ts";
import { SettingsPage } from "./settings-page.tsx";

export const metadata: Metadata = { title: "Settings" };

export default async function Page() {
  const { member, tenant } = await requireMember();
  const sandbox = member.tenants.find(({ parentTenantId }) => parentTenantId === tenant.tenantId);
  return <SettingsPage sandboxId={sandbox?.tenantId ?? null} />;
}
