"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../_components/ui/card.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { applicationsQuery } from "../../_lib/queries.ts";
import { ApplicationsTable } from "./applications-table.tsx";
import { RowsSkeleton } from "./home-skeleton.tsx";
import { mayManageApplications } from "./may-manage-applications.ts";

const TITLE_ID = "applications-title";

/** The callers of the tenant's API. */
export function ApplicationsCard() {
  const { tenant } = useDashboard();
  return (
    <Card aria-labelledby={TITLE_ID}>
      <CardHeader>
        <CardTitle id={TITLE_ID}>Applications</CardTitle>
        <span className="text-xs text-muted">Callers of your API</span>
      </CardHeader>
      {mayManageApplications(tenant.role) ? (
        <Applications />
      ) : (
        <div className="p-4">
          <Alert>Owners and admins of {tenant.tenantName} see its applications here.</Alert>
        </div>
      )}
    </Card>
  );
}

function Applications() {
  const { api, tenant } = useDashboard();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    applicationsQuery(api, tenant.tenantId),
  );
  if (error && !data) {
    return (
      <div className="p-4">
        <LoadFailure what="The applications" error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!data) return <RowsSkeleton />;
  const applications = data.pages.flatMap((page) => page.data);
  if (applications.length === 0) return <NoApplications />;
  return (
    <>
      <ApplicationsTable applications={applications} labelledBy={TITLE_ID} />
      {hasNextPage && (
        <div className="border-t p-2 text-center">
          <Button
            variant="ghost"
            size="small"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {isFetchingNextPage ? "Loading…" : "Show more"}
          </Button>
        </div>
      )}
    </>
  );
}

function NoApplications() {
  return (
    <div className="px-4 py-10 text-center">
      <p className="font-medium">No application yet</p>
      <p className="mx-auto mt-1 max-w-sm text-pretty text-muted">
        An application is a caller of your API: your back end, or a page in a browser. Each gets an identifier
        of its own.
      </p>
    </div>
  );
}
