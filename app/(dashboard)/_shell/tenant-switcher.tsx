"use client";

import { ChevronsUpDown } from "lucide-react";
import dynamic from "next/dynamic";
import type { MemberTenant } from "../../../server/http/pages-contract.ts";
import { LazyMenu } from "../../_components/lazy-menu.tsx";
import { ModeBadge } from "../../_components/mode-badge.tsx";

export interface Switching {
  tenants: MemberTenant[];
  chosen: MemberTenant;
}

const TenantMenu = dynamic(() => import("./tenant-menu.tsx"), { ssr: false });

export const SWITCHER_LOOK =
  "flex h-9 w-full items-center gap-2 rounded-md border px-2.5 shadow-card transition-colors hover:bg-subtle aria-busy:opacity-60";

export function TenantName({ chosen, canSwitch = false }: { chosen: MemberTenant; canSwitch?: boolean }) {
  return (
    <>
      {canSwitch && <span className="sr-only">Tenant:</span>}
      <span className="min-w-0 flex-1 truncate text-left font-medium">{chosen.tenantName}</span>
      <ModeBadge mode={chosen.tenantMode} />
      {canSwitch && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />}
    </>
  );
}

/** The tenant that is shown, and the way to the member's others when there are any. */
export function TenantSwitcher({ tenants, chosen }: Switching) {
  if (tenants.length < 2)
    return (
      <div className="flex h-9 items-center gap-2 rounded-md border px-2.5">
        <TenantName chosen={chosen} />
      </div>
    );
  return (
    <LazyMenu Menu={TenantMenu} menuProps={{ tenants, chosen }} className={SWITCHER_LOOK}>
      <TenantName chosen={chosen} canSwitch />
    </LazyMenu>
  );
}
