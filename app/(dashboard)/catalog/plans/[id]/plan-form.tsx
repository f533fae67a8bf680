"use client";

import { ArchivePlan } from "./archive-plan.tsx";
import { DetailsSection } from "./details-section.tsx";
import { IncludedCard } from "./included-card.tsx";
import { PricesSection } from "./prices-section.tsx";
import { PublishedNotice } from "./published-notice.tsx";
import { Unpublished } from "./unpublished.tsx";
import type { Builder, BuilderProps } from "./use-plan-builder.ts";
import { VersionsCard } from "./versions-card.tsx";

/** What is typed of a plan, and what of it is not published. */
export function PlanForm({ builder, ...props }: BuilderProps & { builder: Builder }) {
  const { plan, packs, prices, features, currency } = props;
  const { draft, tell, saved, active, preview, onSale, isChanged } = builder;
  const isUnpublished = isChanged || saved !== undefined || active === undefined;
  return (
    <div className="min-w-0 space-y-4">
      <DetailsSection plan={plan} />
      <PricesSection
        planId={plan.id}
        prices={prices}
        isEditable
        isOnSale={active !== undefined}
        currency={currency}
      />
      <IncludedCard {...{ draft, features, preview, tell }} sold={onSale} onCheck={builder.setCheck} />
      {preview && preview.changes.length > 0 && isUnpublished && (
        <Unpublished
          {...{ preview, active }}
          draft={saved}
          move={draft.move}
          onMove={(move) => tell({ type: "move chosen", move })}
        />
      )}
      {draft.isPublished && !isChanged && (
        <PublishedNotice hasPrice={onSale.length > 0} isPublic={plan.is_public} />
      )}
      <VersionsCard packs={packs} />
      <ArchivePlan planId={plan.id} />
    </div>
  );
}
