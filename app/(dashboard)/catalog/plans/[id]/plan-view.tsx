"use client";

import type { Plan } from "./details-section.tsx";
import type { Pack } from "./entitlement.ts";
import { GrantedList } from "./granted-list.tsx";
import { type Price, PricesSection } from "./prices-section.tsx";
import { usePreview } from "./use-preview.ts";
import { VersionsCard } from "./versions-card.tsx";

/** A plan for those who may only read it, and one that is archived. */
export default function PlanView({ plan, packs, prices }: { plan: Plan; packs: Pack[]; prices: Price[] }) {
  const active = packs.find(({ status }) => status === "ACTIVE");
  const preview = usePreview({ plan_id: plan.id });
  return (
    <div className="space-y-4">
      <PricesSection planId={plan.id} prices={prices} isEditable={false} isOnSale={active !== undefined} />
      <GrantedList entitlements={active?.entitlements ?? []} preview={preview} />
      <VersionsCard packs={packs} />
    </div>
  );
}
