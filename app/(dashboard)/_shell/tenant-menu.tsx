"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { ModeBadge } from "../../_components/mode-badge.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "../../_components/ui/dropdown-menu.tsx";
import { announceArrival } from "../../_lib/arrival.ts";
import { rememberChoice, TENANT_COOKIE } from "../../_lib/choices.ts";
import { leave } from "../../_lib/unsaved.ts";
import { SWITCHER_LOOK, type Switching, TenantName } from "./tenant-name.tsx";

/** Selects one of the member's tenants. */
export default function TenantMenu({ tenants, chosen, isWanted }: Switching & { isWanted: boolean }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();

  function choose(tenantId: string) {
    announceArrival();
    rememberChoice(TENANT_COOKIE, tenantId);
    startTransition(() => router.refresh());
  }

  return (
    <DropdownMenu defaultOpen={isWanted}>
      <DropdownMenuTrigger aria-busy={isPending} className={SWITCHER_LOOK}>
        <TenantName chosen={chosen} canSwitch />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-72 max-w-[calc(100vw-2rem)]">
        <DropdownMenuLabel>Tenants</DropdownMenuLabel>
        <DropdownMenuRadioGroup
          value={chosen.tenantId}
          onValueChange={(tenantId) => leave(() => choose(tenantId))}
        >
          {tenants.map(({ tenantId, tenantName, tenantMode }) => (
            <DropdownMenuRadioItem key={tenantId} value={tenantId}>
              <span className="min-w-0 flex-1 truncate">{tenantName}</span>
              <ModeBadge mode={tenantMode} />
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
