"use client";

import { Calculator } from "./calculator.tsx";
import { LiveCard } from "./live-card.tsx";
import { PlanForm } from "./plan-form.tsx";
import { PublishBar } from "./publish-bar.tsx";
import { type BuilderProps, usePlanBuilder } from "./use-plan-builder.ts";

/** All of a plan on one page: the form on the left, what comes of it on the right, and one bar that publishes it. */
export default function PlanBuilder(props: BuilderProps) {
  const builder = usePlanBuilder(props);
  const { draft, tell, saved, active, preview, price, onSale, isChanged } = builder;
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:gap-6">
        <PlanForm {...props} builder={builder} />
        <div id="preview" className="min-w-0 scroll-mt-16 space-y-4 lg:sticky lg:top-14">
          <LiveCard preview={preview} currency={price?.currency} />
          <Calculator
            entries={draft.entries}
            prices={onSale}
            price={price}
            cost={preview?.cost ?? null}
            onPrice={builder.setPriceId}
            onUse={builder.setUnits}
          />
        </div>
      </div>
      <PublishBar
        changes={preview?.changes.length ?? 0}
        version={active?.version ?? null}
        isChanged={isChanged}
        hasDraft={saved !== undefined}
        hasPrice={onSale.length > 0}
        hasProblem={preview?.features.some(({ problem }) => problem !== null) ?? false}
        isBusy={builder.isBusy || preview === undefined}
        move={draft.move}
        onSave={() => void builder.asDraft()}
        onPublish={() => void builder.publishOrAsk()}
        onBack={() => tell({ type: "move chosen", move: null })}
        onDiscard={builder.discard}
      />
    </>
  );
}
