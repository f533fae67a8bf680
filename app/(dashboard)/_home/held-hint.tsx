"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "../../_components/link.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { formatCount } from "../../_lib/format.ts";
import { heldCountQuery } from "../../_lib/queries.ts";

/** Says that charges need a decision, where some do. */
export function HeldHint() {
  const { api, tenant } = useDashboard();
  const { data } = useQuery(heldCountQuery(api, tenant.tenantId));
  const held = data?.held ?? 0;
  if (held === 0) return null;
  return (
    <Alert tone="caution" role="note" aria-label="Charges to decide about">
      <Link href="/invoices?tab=decisions" className="rounded font-medium underline underline-offset-2">
        {held === 1 ? "1 charge needs a decision" : `${formatCount(held)} charges need a decision`}
      </Link>
      : nothing is billed for {held === 1 ? "it" : "them"} until then.
    </Alert>
  );
}
