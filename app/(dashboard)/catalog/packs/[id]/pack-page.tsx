"use client";

import type { Route } from "next";
import { CopyButton } from "../../../../_components/copy-button.tsx";
import { Link } from "../../../../_components/link.tsx";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { PageHeader } from "../../../../_components/page-header.tsx";
import { StatusBadge } from "../../../../_components/status-badge.tsx";
import { Alert } from "../../../../_components/ui/alert.tsx";
import { useLoaded, useMay } from "../../../../_lib/use-loaded.ts";
import Loading from "../../../loading.tsx";
import { GrantedList } from "../../plans/[id]/granted-list.tsx";
import { PublishedActions } from "./pack-actions.tsx";
import { VersionPrices } from "./version-prices.tsx";

/** One version of what a plan grants, with the prices that it is sold at. */
export function PackPage({ id }: { id: string }) {
  const mayChange = useMay("ADMIN");
  const {
    data: pack,
    error,
    refetch,
  } = useLoaded("pack", id, (api, signal) => api.packs.get.query({ pack_id: id }, { signal }));
  const planId = pack?.plan_id ?? "";
  const wanted = { isWanted: pack !== undefined };
  const { data: plan } = useLoaded(
    "plan",
    planId,
    (api, signal) => api.plans.get.query({ plan_id: planId }, { signal }),
    wanted,
  );
  const { data: packs } = useLoaded(
    "packs",
    planId,
    (api, signal) => api.packs.list.query({ plan_id: planId, limit: 100 }, { signal }),
    wanted,
  );
  const { data: preview } = useLoaded(
    "plan preview",
    { planId, id, of: pack?.updated_at },
    (api, signal) => api.plans.preview.mutate({ plan_id: planId, pack_id: id }, { signal }),
    wanted,
  );
  if (error && !pack)
    return (
      <>
        <PageHeader title="Version" back={{ href: "/catalog", label: "Products and plans" }} />
        <LoadFailure what="The version" error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!pack) return <Loading />;
  const isDraft = pack.status === "DRAFT";
  const others = (packs?.data ?? []).filter((other) => other.id !== id && other.status !== "DRAFT");
  const planPage = `/catalog/plans/${planId}` as Route;
  return (
    <>
      <PageHeader
        back={{ href: planPage, label: plan?.name ?? "Plan" }}
        title={`${plan?.name ?? "Plan"}, version ${pack.version}`}
        badges={
          <>
            <StatusBadge status={pack.status} />
            <CopyButton value={pack.id} className="max-w-32" />
          </>
        }
        actions={mayChange && !isDraft && <PublishedActions pack={pack} others={others} />}
      />
      <div className="space-y-4">
        <Alert>
          {isDraft
            ? "This version is a draft. Change and publish it on "
            : "A published version never changes. Change the plan on "}
          <Link href={planPage} className="font-medium underline">
            the plan&apos;s page
          </Link>
          .
        </Alert>
        {pack.status !== "ARCHIVED" && <VersionPrices planId={planId} />}
        <GrantedList entitlements={pack.entitlements} preview={preview} />
      </div>
    </>
  );
}
