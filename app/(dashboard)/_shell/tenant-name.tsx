import { ChevronsUpDown } from "lucide-react";
import type { MemberTenant } from "../../../server/http/pages-contract.ts";
import { ModeBadge } from "../../_components/mode-badge.tsx";

export interface Switching {
  tenants: MemberTenant[];
  chosen: MemberTenant;
}

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
