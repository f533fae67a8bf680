"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartLine } from "lucide-react";
import { Empty } from "../../_components/empty.tsx";
import { Card } from "../../_components/ui/card.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { overviewQuery } from "../../_lib/queries.ts";
import { MetricsBoard } from "./metrics.tsx";
import { OverviewFigures } from "./overview-figures.tsx";

/** The figures, once there is something to count. */
export function HomeBoard() {
  const { api, tenant } = useDashboard();
  const { data } = useQuery(overviewQuery(api, tenant.tenantId));
  if (data && data.customers.total + data.subscriptions.live + data.waitlist.total === 0)
    return (
      <Card aria-label="Figures">
        <Empty Icon={ChartLine} title="No customers yet">
          Revenue, subscriptions, trials and the waitlist are shown here from your first customer on.
        </Empty>
      </Card>
    );
  return (
    // A phone shows the revenue first, directly below what needs attention.
    <div className="flex flex-col gap-5 lg:gap-6">
      <div className="max-sm:order-last">
        <OverviewFigures />
      </div>
      <MetricsBoard />
    </div>
  );
}
