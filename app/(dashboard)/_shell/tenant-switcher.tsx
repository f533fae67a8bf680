"use client";

import { ChevronsUpDown } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import type { MemberTenant } from "../../../server/http/pages-contract.ts";
import { ModeBadge } from "../../_components/mode-badge.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "../../_components/ui/dropdown-menu.tsx";
import { rememberChoice, TENANT_COOKIE } from "../../_lib/choices.ts";

/** The tenant that is shown, and the way to the member's others when there are any. */
export function TenantSwitcher({ tenants, chosen }: { tenants: MemberTenant[]; chosen: MemberTenant }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const shown = (
    <>
      <span className="min-w-0 flex-1 truncate text-left font-medium">{chosen.tenantName}</span>
      <ModeBadge mode={chosen.tenantMode} />
    </>
  );
  if (tenants.length < 2)
    return <div className="flex h-9 items-center gap-2 rounded-md border px-2.5">{shown}</div>;

  function choose(tenantId: string) {
    rememberChoice(TENANT_COOKIE, tenantId);
    startTransition(() => router.refresh());
  }

  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-busy={isPending}
        className="flex h-9 w-full items-center gap-2 rounded-md border px-2.5 shadow-card transition-colors hover:bg-subtle aria-busy:opacity-60"
      >
        <span className="sr-only">Tenant:</span>
        {shown}
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-72 max-w-[calc(100vw-2rem)]">
        <DropdownMenuLabel>Tenants</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={chosen.tenantId} onValueChange={choose}>
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
