"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "../../_components/link.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { overviewQuery } from "../../_lib/queries.ts";
import { useMay } from "../../_lib/use-loaded.ts";

/** What admins do most, once there is a first customer; until then the first steps lead. */
export function HomeAction() {
  const { api, tenant } = useDashboard();
  const { data } = useQuery(overviewQuery(api, tenant.tenantId));
  if (!useMay("ADMIN") || !data || data.subscriptions.live === 0) return null;
  return (
    <Button asChild>
      <Link href="/subscriptions/new">New subscription</Link>
    </Button>
  );
}
