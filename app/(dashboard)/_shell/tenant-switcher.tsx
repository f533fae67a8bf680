"use client";

import dynamic from "next/dynamic";
import { LazyMenu } from "../../_components/lazy-menu.tsx";
import { SWITCHER_LOOK, type Switching, TenantName } from "./tenant-name.tsx";

const TenantMenu = dynamic(() => import("./tenant-menu.tsx"), { ssr: false });

/** The current tenant, with a menu of the member's other tenants if there are any. */
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
