"use client";

import type { MemberTenant } from "../../../server/http/pages-contract.ts";
import { cn } from "../../_lib/cn.ts";
import { leave } from "../../_lib/unsaved.ts";
import { useGoToTenant } from "../../_lib/use-go-to-tenant.ts";
import { useAction, useMay } from "../../_lib/use-loaded.ts";

/** The tenant's counterpart: LIVE with real customers, or the TEST sandbox. */
function counterpartOf(tenants: MemberTenant[], chosen: MemberTenant): MemberTenant | undefined {
  return chosen.tenantMode === "LIVE"
    ? tenants.find(({ parentTenantId }) => parentTenantId === chosen.tenantId)
    : tenants.find(({ tenantId }) => tenantId === chosen.parentTenantId);
}

/** Switches between LIVE and TEST. When no sandbox exists yet, switching creates it for an administrator. */
export function ModeSwitch({ tenants, chosen }: { tenants: MemberTenant[]; chosen: MemberTenant }) {
  const { isPending, goTo } = useGoToTenant();
  const other = counterpartOf(tenants, chosen);
  const mayMake = useMay("ADMIN");
  const make = useAction((api) => api.settings.createSandbox.mutate({}), { done: "Your sandbox is ready." });

  async function go(mode: "LIVE" | "TEST") {
    if (mode === chosen.tenantMode) return;
    const target = other?.tenantId ?? (await make.mutateAsync(undefined).catch(() => null))?.tenant_id;
    if (!target) return;
    goTo(target, "/");
  }

  const canSwitch = other !== undefined || (chosen.tenantMode === "LIVE" && mayMake);
  return (
    <fieldset
      aria-busy={isPending || make.isPending}
      className="grid grid-cols-2 gap-0.5 rounded-md bg-subtle p-0.5 aria-busy:opacity-60"
    >
      <legend className="sr-only">Mode</legend>
      {(["LIVE", "TEST"] as const).map((mode) => {
        const isChosen = chosen.tenantMode === mode;
        return (
          <button
            key={mode}
            type="button"
            aria-pressed={isChosen}
            disabled={(!isChosen && !canSwitch) || make.isPending}
            onClick={() => leave(() => void go(mode))}
            className={cn(
              "h-7 rounded text-xs font-medium text-muted transition-colors hover:text-foreground disabled:opacity-60",
              isChosen && mode === "LIVE" && "bg-surface text-foreground shadow-card",
              isChosen &&
                mode === "TEST" &&
                "bg-test text-test-foreground shadow-card hover:text-test-foreground",
            )}
          >
            {mode === "LIVE" ? "Live" : "Test"}
          </button>
        );
      })}
    </fieldset>
  );
}
