"use client";

import { CopyButton } from "../../../../_components/copy-button.tsx";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { PageHeader } from "../../../../_components/page-header.tsx";
import { Badge } from "../../../../_components/ui/badge.tsx";
import { useLoaded, useMay } from "../../../../_lib/use-loaded.ts";
import Loading from "../../../loading.tsx";
import { PacksCard } from "./packs-card.tsx";
import { ArchivePlan, EditPlan } from "./plan-actions.tsx";
import { PricesCard } from "./prices-card.tsx";

const BACK = { href: "/catalog", label: "Products and plans" } as const;
/** One plan with its prices and the versions of its pack. */
export function PlanPage({ id }: { id: string }) {
  const mayChange = useMay("ADMIN");
  const {
    data: plan,
    error,
    refetch,
  } = useLoaded("plan", id, (api, signal) => api.plans.get.query({ plan_id: id }, { signal }));
  if (error && !plan)
    return (
      <>
        <PageHeader title="Plan" back={BACK} />
        <LoadFailure what="The plan" error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!plan) return <Loading />;
  return (
    <>
      <PageHeader
        back={BACK}
        title={plan.name}
        description={plan.description}
        badges={
          <>
            {plan.archived_at && <Badge>Archived</Badge>}
            {!plan.is_public && <Badge>Hidden from the pricing page</Badge>}
            <CopyButton value={plan.id} className="max-w-32" />
          </>
        }
        actions={
          mayChange &&
          !plan.archived_at && (
            <>
              <EditPlan plan={plan} />
              <ArchivePlan plan={plan} />
            </>
          )
        }
      />
      <div className="in-order space-y-4">
        <PricesCard planId={id} />
        <PacksCard planId={id} />
      </div>
    </>
  );
}
