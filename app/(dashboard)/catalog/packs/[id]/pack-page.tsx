"use client";

import type { Route } from "next";
import { CopyButton } from "../../../../_components/copy-button.tsx";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { PageHeader } from "../../../../_components/page-header.tsx";
import { StatusBadge } from "../../../../_components/status-badge.tsx";
import { Alert } from "../../../../_components/ui/alert.tsx";
import { useLoaded, useMay } from "../../../../_lib/use-loaded.ts";
import Loading from "../../../loading.tsx";
import { DiffCard } from "./diff-card.tsx";
import { DryRunCard } from "./dry-run-card.tsx";
import { EntitlementsEditor } from "./entitlements-editor.tsx";
import { DraftActions, PublishedActions } from "./pack-actions.tsx";

/** One version of a plan's pack: edit, compare, dry run, publish and migrate subscribers to it. */
export function PackPage({ id }: { id: string }) {
  const mayChange = useMay("ADMIN");
  const {
    data: pack,
    error,
    refetch,
  } = useLoaded("pack", id, (api, signal) => api.packs.get.query({ pack_id: id }, { signal }));
  const planId = pack?.plan_id ?? "";
  const { data: plan } = useLoaded(
    "plan",
    planId,
    (api, signal) => api.plans.get.query({ plan_id: planId }, { signal }),
    {
      isWanted: pack !== undefined,
    },
  );
  const { data: packs } = useLoaded(
    "packs",
    planId,
    (api, signal) => api.packs.list.query({ plan_id: planId, limit: 100 }, { signal }),
    {
      isWanted: pack !== undefined,
    },
  );
  if (error && !pack)
    return (
      <>
        <PageHeader title="Pack" back={{ href: "/catalog", label: "Products and plans" }} />
        <LoadFailure what="The pack" error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!pack) return <Loading />;
  const isDraft = pack.status === "DRAFT";
  const others = (packs?.data ?? []).filter((other) => other.id !== id && other.status !== "DRAFT");
  const active = (packs?.data ?? []).find(({ status }) => status === "ACTIVE");
  const planPage = `/catalog/plans/${planId}` as Route;
  return (
    <>
      <PageHeader
        back={{ href: planPage, label: plan?.name ?? "Plan" }}
        title={`${plan?.name ?? "Pack"}, version ${pack.version}`}
        badges={
          <>
            <StatusBadge status={pack.status} />
            <CopyButton value={pack.id} className="max-w-32" />
          </>
        }
        actions={
          mayChange &&
          (isDraft ? (
            <DraftActions packId={id} planPage={planPage} />
          ) : (
            <PublishedActions pack={pack} others={others} />
          ))
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <div className="min-w-0 space-y-4">
          {!isDraft && (
            <Alert>
              A published version never changes. Make a new version of the plan to change what it grants.
            </Alert>
          )}
          <EntitlementsEditor pack={pack} isEditable={isDraft && mayChange} />
        </div>
        <div className="min-w-0 space-y-4">
          {isDraft && <DiffCard packId={id} />}
          {isDraft && active && mayChange && (
            <DryRunCard packId={id} fromPackId={active.id} fromVersion={active.version} />
          )}
        </div>
      </div>
    </>
  );
}
