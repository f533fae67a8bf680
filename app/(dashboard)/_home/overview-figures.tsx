"use client";

import { useQuery } from "@tanstack/react-query";
import type { Route } from "next";
import { Board } from "../../_components/chart/board.tsx";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { Card } from "../../_components/ui/card.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { overviewQuery } from "../../_lib/queries.ts";
import { FigureCard } from "./figure-card.tsx";
import { FiguresSkeleton } from "./home-skeleton.tsx";

/** Customers, current subscriptions and the waitlist, in figures. */
export function OverviewFigures() {
  const { api, tenant } = useDashboard();
  const { data, error, refetch } = useQuery(overviewQuery(api, tenant.tenantId));
  if (error && !data) {
    return (
      <Card className="p-4">
        <LoadFailure what="The figures" error={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (!data) return <FiguresSkeleton />;
  const { customers, subscriptions, waitlist } = data;
  return (
    <Board className="lg:grid-cols-3">
      <FigureCard
        title="Customers"
        total={customers.total}
        href="/customers"
        hrefOf={(status) => (status === "NOT_SUBSCRIBED" ? "/customers?status=NONE" : undefined)}
        parts={[
          { status: "SUBSCRIBED", count: customers.subscribed },
          { status: "NOT_SUBSCRIBED", count: customers.total - customers.subscribed },
        ]}
      />
      <FigureCard
        title="Current subscriptions"
        total={subscriptions.live}
        parts={subscriptions.by_status}
        href="/subscriptions"
        hrefOf={(status) => `/subscriptions?status=${status}` as Route}
      />
      <FigureCard
        title="Waitlist"
        total={waitlist.total}
        parts={waitlist.by_status}
        href="/waitlist"
        hrefOf={(status) => `/waitlist?status=${status}` as Route}
      />
    </Board>
  );
}
