"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "../../_components/link.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { openNoticesQuery } from "../../_lib/queries.ts";

/** Says that the card provider tells something of invoices that a person has to act on, where it does. */
export function NoticesHint() {
  const { api, tenant } = useDashboard();
  const { data } = useQuery(openNoticesQuery(api, tenant.tenantId));
  const count = data?.data.length ?? 0;
  if (count === 0) return null;
  const some = data?.next_cursor ? `More than ${count}` : String(count);
  return (
    <Alert tone="caution" role="note" aria-label="Notices about invoices">
      <Link href="/invoices?tab=decisions" className="rounded font-medium underline underline-offset-2">
        {count === 1 ? "1 notice about an invoice" : `${some} notices about invoices`}
      </Link>
      : the card provider tells something that you have to act on.
    </Alert>
  );
}
