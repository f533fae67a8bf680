import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ModeBadge } from "../_components/mode-badge.tsx";
import { PageHeader } from "../_components/page-header.tsx";
import {
  attentionQuery,
  failingEndpointsQuery,
  firstStepsQuery,
  openNoticesQuery,
  overviewQuery,
  setupGapsQuery,
} from "../_lib/queries.ts";
import { createQueryClient } from "../_lib/query-client.ts";
import { createServerApi } from "../_lib/server-api.ts";
import { requireMember } from "../_lib/session.ts";
import { FirstSteps } from "./_home/first-steps.tsx";
import { HomeAction } from "./_home/home-action.tsx";
import { HomeBoard } from "./_home/home-board.tsx";
import { NeedsAttention } from "./_home/needs-attention.tsx";

export const metadata: Metadata = { title: "Home" };

/** The home page. The top of the page is loaded on the server, so that the first paint includes it. */
export default async function HomePage() {
  const { claims, tenant } = await requireMember();
  const api = createServerApi(claims, tenant.tenantId);
  const queryClient = createQueryClient();
  await Promise.all([
    queryClient.prefetchQuery(overviewQuery(api, tenant.tenantId)),
    queryClient.prefetchQuery(firstStepsQuery(api, tenant.tenantId)),
    queryClient.prefetchQuery(attentionQuery(api, tenant.tenantId)),
    queryClient.prefetchQuery(failingEndpointsQuery(api, tenant.tenantId)),
    queryClient.prefetchQuery(openNoticesQuery(api, tenant.tenantId)),
    queryClient.prefetchQuery(setupGapsQuery(api, tenant.tenantId)),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <PageHeader
        title={tenant.tenantName}
        badges={<ModeBadge mode={tenant.tenantMode} />}
        actions={<HomeAction />}
      />
      <div className="space-y-5 lg:space-y-6">
        <NeedsAttention />
        <FirstSteps />
        <HomeBoard />
      </div>
    </HydrationBoundary>
  );
}
