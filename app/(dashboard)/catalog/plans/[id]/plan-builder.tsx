"use client";

import { useMemo, useRef, useState } from "react";
import { Alert } from "../../../../_components/ui/alert.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { useDashboard } from "../../../../_lib/dashboard.tsx";
import { useAction } from "../../../../_lib/use-loaded.ts";
import { Calculator } from "./calculator.tsx";
import { ConfirmButton } from "./confirm-button.tsx";
import { DetailsSection, type Plan } from "./details-section.tsx";
import type { Pack } from "./entitlement.ts";
import { asInput, type Feature } from "./entitlement-form.ts";
import { type Entry, entriesOf, inputsOf, isSame, withGranted } from "./entries.ts";
import { FeatureRow } from "./feature-row.tsx";
import { LiveCard } from "./live-card.tsx";
import { NewFeature } from "./new-feature.tsx";
import { type Price, PricesSection } from "./prices-section.tsx";
import { Review } from "./review.tsx";
import { usePreview } from "./use-preview.ts";
import { VersionsCard } from "./versions-card.tsx";

interface Props {
  plan: Plan;
  packs: Pack[];
  prices: Price[];
  features: Feature[];
}

type Check = () => Promise<boolean>;

/** All of a plan on one page: prices and features on the left, what comes of them on the right. */
export default function PlanBuilder({ plan, packs, prices, features }: Props) {
  const draft = packs.find(({ status }) => status === "DRAFT");
  const active = packs.find(({ status }) => status === "ACTIVE");
  const base = draft ?? active;
  const onSale = prices.filter((price) => !price.archived_at);
  const [entries, setEntries] = useState<Entry[]>(() => entriesOf(base?.entitlements ?? [], features));
  // Counts what the rows' forms are made anew for.
  const [generation, setGeneration] = useState(0);
  const [isReviewing, setIsReviewing] = useState(false);
  // Says where buyers find what was published here.
  const [isPublished, setIsPublished] = useState(false);
  const { tenant } = useDashboard();
  const checks = useRef(new Map<string, Check>());
  const granted = useMemo(() => inputsOf(entries), [entries]);
  const saved = useMemo(() => (base?.entitlements ?? []).map(asInput), [base]);
  const isChanged = !isSame(granted, saved);
  const [priceId, setPriceId] = useState<string>();
  const [usage, setUsage] = useState<{ feature_key: string; units: number }[]>([]);
  const price = onSale.find(({ id }) => id === priceId) ?? onSale[0];
  const preview = usePreview({
    plan_id: plan.id,
    entitlements: granted,
    usage: usage.filter(({ feature_key: key }) => granted.some((one) => one.feature_key === key)),
    // Loads anew when a price was added or archived.
    ...(price && { plan_price_id: price.id }),
  });
  const save = useAction(
    async (api) => {
      const pack =
        draft ??
        (await api.packs.create.mutate({ plan_id: plan.id, ...(active && { from_pack_id: active.id }) }));
      const after = await api.packs.setEntitlements.mutate({ pack_id: pack.id, entitlements: granted });
      // As the server keeps it, so that what was saved does not count as a change.
      setEntries((all) =>
        all.map((entry) => ({
          ...entry,
          granted: after.entitlements.find(({ feature_id: id }) => id === entry.feature.id) ?? entry.granted,
        })),
      );
      return after;
    },
    { done: "The draft was saved." },
  );
  const discard = useAction((api, id: string) => api.packs.delete.mutate({ pack_id: id }), {
    done: "The changes were discarded.",
  });

  async function areAllReadable(): Promise<boolean> {
    for (const check of checks.current.values()) if (!(await check())) return false;
    return true;
  }
  async function saveDraft(): Promise<void> {
    if (await areAllReadable()) save.mutate(undefined);
  }
  async function review(): Promise<void> {
    if (!(await areAllReadable())) return;
    if (!isChanged && draft) return setIsReviewing(true);
    // A refusal was shown by the action itself.
    await save.mutateAsync(undefined).then(
      () => setIsReviewing(true),
      () => undefined,
    );
  }
  function drop(key: string): void {
    setEntries((all) => all.filter(({ feature }) => feature.key !== key));
    setIsReviewing(false);
  }
  function add(feature: Feature): void {
    setEntries((all) => [...all, { feature, granted: null, isNew: true }]);
    setIsReviewing(false);
  }
  const missing = features.filter(
    ({ id, archived_at: archived }) => !archived && !entries.some(({ feature }) => feature.id === id),
  );
  const soldAt = onSale.map(({ currency, interval }) => `${currency} ${interval}`).join();
  // A change that was made while the draft was saved is not in it: it is reviewed anew.
  const reviewed = isReviewing && !isChanged ? draft : undefined;
  const canPublish = preview?.features.every(({ problem }) => problem === null) ?? false;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:gap-6">
      <div className="min-w-0 space-y-4">
        <DetailsSection plan={plan} />
        <PricesSection planId={plan.id} prices={prices} isEditable isOnSale={active !== undefined} />
        <Card aria-label="Features">
          <CardHeader className="flex-wrap">
            <div className="min-w-0">
              <CardTitle>Features</CardTitle>
              <p className="text-xs text-pretty text-muted">{stateWords(draft, active, isChanged)}</p>
            </div>
            {draft && (
              <ConfirmButton
                label="Discard draft"
                confirm="Discard"
                keep="Keep draft"
                isPending={discard.isPending}
                onConfirm={() =>
                  discard.mutate(draft.id, {
                    onSuccess: () => {
                      setEntries(entriesOf(active?.entitlements ?? [], features));
                      setGeneration(generation + 1);
                      setIsReviewing(false);
                    },
                  })
                }
              >
                {active
                  ? `The changes since version ${active.version} are deleted.`
                  : "The features of the draft are taken out of the plan."}
              </ConfirmButton>
            )}
          </CardHeader>
          {entries.length === 0 && (
            <p className="px-4 pt-6 text-center text-[0.8125rem] text-muted">
              The plan grants nothing yet. Add its features here.
            </p>
          )}
          <ul className="divide-y">
            {entries.map((entry) => {
              const { feature } = entry;
              const said = preview?.features.find(({ feature_key: key }) => key === feature.key);
              return (
                <FeatureRow
                  key={`${feature.id} ${soldAt} ${generation}`}
                  entry={entry}
                  sold={onSale}
                  summary={said?.summary}
                  problem={said?.problem ?? null}
                  onRead={(input) => {
                    setEntries((all) =>
                      all.map((one) => (one.feature.id === feature.id ? withGranted(one, input) : one)),
                    );
                  }}
                  onRemove={() => drop(feature.key)}
                  onCheck={(check) => {
                    if (check) checks.current.set(feature.key, check);
                    else checks.current.delete(feature.key);
                  }}
                />
              );
            })}
          </ul>
          <NewFeature missing={missing} onAdd={add} />
          <div className="flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3">
            <Button
              variant="secondary"
              disabled={!isChanged || save.isPending}
              onClick={() => void saveDraft()}
            >
              Save draft
            </Button>
            <Button
              variant={reviewed ? "secondary" : "primary"}
              disabled={save.isPending || !canPublish || (!draft && !isChanged && active !== undefined)}
              onClick={() => void review()}
            >
              Review and publish
            </Button>
          </div>
        </Card>
        {reviewed && (
          <Review
            draft={reviewed}
            active={active}
            onPublished={() => {
              setIsReviewing(false);
              setIsPublished(true);
            }}
          />
        )}
        {isPublished && !isChanged && (
          <Alert role="status">
            {plan.is_public ? "Buyers find it on " : "The plan is not shown there yet: "}
            <a
              className="font-medium text-link underline underline-offset-2"
              href={`/p/${tenant.tenantSlug}/pricing`}
              target="_blank"
              rel="noreferrer"
            >
              your price list
              <span className="sr-only"> (opens a new tab)</span>
            </a>
            .
          </Alert>
        )}
        <VersionsCard packs={packs} />
      </div>
      <div className="min-w-0 space-y-4 lg:sticky lg:top-14">
        <LiveCard preview={preview} currency={price?.currency} />
        <Calculator
          entries={entries}
          prices={onSale}
          price={price}
          cost={preview?.cost ?? null}
          onPrice={setPriceId}
          onUse={(key, units) =>
            setUsage((all) => [
              ...all.filter((one) => one.feature_key !== key),
              ...(units === null ? [] : [{ feature_key: key, units }]),
            ])
          }
        />
      </div>
    </div>
  );
}

function stateWords(draft: Pack | undefined, active: Pack | undefined, isChanged: boolean): string {
  if (isChanged) return "There are changes that you have not saved.";
  if (draft) return `Draft of version ${draft.version}. It is not published.`;
  return active ? `As published in version ${active.version}.` : "What the plan grants.";
}
