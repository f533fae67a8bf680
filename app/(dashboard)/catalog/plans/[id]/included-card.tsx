"use client";

import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import type { Feature } from "./entitlement-form.ts";
import { inGroups } from "./entries.ts";
import { FeatureRow } from "./feature-row.tsx";
import { NewFeature } from "./new-feature.tsx";
import type { PlanDraft, PlanDraftEvent } from "./plan-draft.ts";
import type { Sold } from "./price-slots.ts";
import type { PlanPreview } from "./use-preview.ts";

/** Whether all fields of a feature can be read; where not, the first of them that cannot has the focus. */
export type Check = () => Promise<boolean>;

interface Props {
  draft: PlanDraft;
  features: Feature[];
  /** What the plan is sold at. */
  sold: Sold[];
  preview: PlanPreview | undefined;
  tell: (event: PlanDraftEvent) => void;
  /** Told of a feature's check when its form is there, and null when it goes. */
  onCheck: (featureKey: string, check: Check | null) => void;
}

/** What the plan includes: a form for each feature, by kind, and the way to one more. */
export function IncludedCard({ draft, features, sold, preview, tell, onCheck }: Props) {
  const { entries, generation } = draft;
  const missing = features.filter(
    ({ id, archived_at: archived }) => !archived && !entries.some(({ feature }) => feature.id === id),
  );
  const soldAt = sold.map(({ currency, interval }) => `${currency} ${interval}`).join();
  return (
    <Card aria-label="What it includes">
      <CardHeader>
        <div className="min-w-0">
          <CardTitle>What it includes</CardTitle>
          <p className="text-xs text-pretty text-muted">
            Subscribers keep the version that they bought, until you move them to another.
          </p>
        </div>
      </CardHeader>
      {entries.length === 0 && (
        <p className="px-4 pt-6 text-center text-[0.8125rem] text-muted">
          Nothing yet. Add what buyers get: features, seats, and usage.
        </p>
      )}
      {inGroups(entries).map(({ title, own }) => (
        <section key={title} aria-label={title} className="border-b last-of-type:border-b-0">
          <h3 className="px-4 pt-3 text-xs font-medium text-muted">{title}</h3>
          <ul className="divide-y">
            {own.map((entry) => {
              const { id, key } = entry.feature;
              const said = preview?.features.find((one) => one.feature_key === key);
              return (
                <FeatureRow
                  key={`${id} ${soldAt} ${generation}`}
                  entry={entry}
                  sold={sold}
                  summary={said?.summary}
                  problem={said?.problem ?? null}
                  onRead={(granted) => tell({ type: "grant read", id, granted })}
                  onRemove={() => tell({ type: "feature removed", id })}
                  onCheck={(check) => onCheck(key, check)}
                />
              );
            })}
          </ul>
        </section>
      ))}
      <NewFeature missing={missing} onAdd={(feature) => tell({ type: "feature added", feature })} />
    </Card>
  );
}
