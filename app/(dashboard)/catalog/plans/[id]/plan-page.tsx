"use client";

import dynamic from "next/dynamic";
import { CopyButton } from "../../../../_components/copy-button.tsx";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { PageHeader } from "../../../../_components/page-header.tsx";
import { Badge } from "../../../../_components/ui/badge.tsx";
import { useMay } from "../../../../_lib/use-loaded.ts";
import Loading from "../../../loading.tsx";
import { usePlan } from "./use-plan.ts";

const BACK = { href: "/catalog", label: "Products and plans" } as const;

// The forms and the pricing card load after the page.
const PlanBuilder = dynamic(() => import("./plan-builder.tsx"), { ssr: false, loading: Loading });
const PlanView = dynamic(() => import("./plan-view.tsx"), { ssr: false, loading: Loading });

/** One plan: its prices, what it includes, how it looks to buyers, and its versions. */
export function PlanPage({ id }: { id: string }) {
  const mayChange = useMay("ADMIN");
  const { data, error, refetch } = usePlan(id);
  if (error)
    return (
      <>
        <PageHeader title="Plan" back={BACK} />
        <LoadFailure
          what="The plan"
          error={error}
          onRetry={refetch}
          list={{ href: "/catalog", label: "All plans" }}
        />
      </>
    );
  if (!data) return <Loading />;
  const { plan } = data;
  return (
    <>
      <PageHeader
        back={BACK}
        title={plan.name}
        description={plan.description}
        badges={
          <>
            {plan.archived_at && <Badge>Archived</Badge>}
            {!plan.is_public && <Badge>Not on the price list</Badge>}
            <CopyButton value={plan.id} className="max-w-32" />
          </>
        }
      />
      {mayChange && !plan.archived_at ? <PlanBuilder key={plan.id} {...data} /> : <PlanView {...data} />}
    </>
  );
}
