import type { MemberTenant } from "../../../server/http/pages-contract.ts";
import { useGoToTenant } from "../../_lib/use-go-to-tenant.ts";
import { useAction, useMay } from "../../_lib/use-loaded.ts";

/** The tenant's counterpart: LIVE with real customers, or the TEST sandbox. */
function counterpartOf(tenants: MemberTenant[], chosen: MemberTenant): MemberTenant | undefined {
  return chosen.tenantMode === "LIVE"
    ? tenants.find(({ parentTenantId }) => parentTenantId === chosen.tenantId)
    : tenants.find(({ tenantId }) => tenantId === chosen.parentTenantId);
}

/** Switches between LIVE and TEST. When no sandbox exists yet, switching creates it for an administrator. */
export function useModeSwitch(tenants: MemberTenant[], chosen: MemberTenant) {
  const { isPending, goTo } = useGoToTenant();
  const other = counterpartOf(tenants, chosen);
  const mayMake = useMay("ADMIN");
  const make = useAction((api) => api.settings.createSandbox.mutate({}), { done: "Your sandbox is ready." });
  return {
    isPending,
    isMaking: make.isPending,
    canSwitch: other !== undefined || (chosen.tenantMode === "LIVE" && mayMake),
    async switchMode() {
      const target = other?.tenantId ?? (await make.mutateAsync(undefined).catch(() => null))?.tenant_id;
      if (target) goTo(target, "/");
    },
  };
}
