import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ModeBadge } from "../_components/mode-badge.tsx";
import { applicationsQuery, overviewQuery } from "../_lib/queries.ts";
import { createQueryClient } from "../_lib/query-client.ts";
import { createServerApi } from "../_lib/server-api.ts";
import { requireMember } from "../_lib/session.ts";
import { ApplicationsCard } from "./_home/applications-card.tsx";
import { mayManageApplications } from "./_home/may-manage-applications.ts";
import { OverviewFigures } from "./_home/overview-figures.tsx";
import { QuickStartCard } from "./_home/quick-start-card.tsx";

export const metadata: Metadata = { title: "Home" };

/** The tenant at a glance. What it shows is read here already, so that the first paint has it. */
export default async function HomePage() {
  const { claims, tenant } = await requireMember();
  const api = createServerApi(claims, tenant.tenantId);
  const queryClient = createQueryClient();
  await Promise.all([
    queryClient.prefetchQuery(overviewQuery(api, tenant.tenantId)),
    mayManageApplications(tenant.role) &&
      queryClient.prefetchInfiniteQuery(applicationsQuery(api, tenant.tenantId)),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <div className="mb-6 flex items-center gap-2.5">
        <h1 className="min-w-0 truncate text-xl font-semibold tracking-tight">{tenant.tenantName}</h1>
        <ModeBadge mode={tenant.tenantMode} />
      </div>
      <div className="space-y-4 lg:space-y-6">
        <OverviewFigures />
        <div className="grid items-start gap-4 lg:gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <ApplicationsCard />
          <QuickStartCard />
        </div>
      </div>
    </HydrationBoundary>
  );
}
