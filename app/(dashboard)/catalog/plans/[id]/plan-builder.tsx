"use client";

import { useMemo, useRef, useState } from "react";
import { Alert } from "../../../../_components/ui/alert.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { useDashboard } from "../../../../_lib/dashboard.tsx";
import { useUnsaved } from "../../../../_lib/unsaved.ts";
import { useAction } from "../../../../_lib/use-loaded.ts";
import { ArchivePlan } from "./archive-plan.tsx";
import { Calculator } from "./calculator.tsx";
import { DetailsSection, type Plan } from "./details-section.tsx";
import type { Pack } from "./entitlement.ts";
import { asInput, type Feature } from "./entitlement-form.ts";
import { type Entry, entriesOf, inGroups, inputsOf, isSame, withGranted } from "./entries.ts";
import { FeatureRow } from "./feature-row.tsx";
import { LiveCard } from "./live-card.tsx";
import { NewFeature } from "./new-feature.tsx";
import { type Price, PricesSection } from "./prices-section.tsx";
import { PublishBar } from "./publish-bar.tsx";
import type { Move } from "./subscribers-choice.tsx";
import { Unpublished } from "./unpublished.tsx";
import { usePreview } from "./use-preview.ts";
import { VersionsCard } from "./versions-card.tsx";

interface Props {
  plan: Plan;
  packs: Pack[];
  prices: Price[];
  features: Feature[];
  /** What is usually sold in: a first price begins with it, and the card shows it. */
  currency: string;
}

type Check = () => Promise<boolean>;

/** All of a plan on one page: the form on the left, what comes of it on the right, and one bar that publishes it. */
export default function PlanBuilder({ plan, packs, prices, features, currency }: Props) {
  const draft = packs.find(({ status }) => status === "DRAFT");
  const active = packs.find(({ status }) => status === "ACTIVE");
  const base = draft ?? active;
  const onSale = prices.filter((price) => !price.archived_at);
  const [entries, setEntries] = useState<Entry[]>(() => entriesOf(base?.entitlements ?? [], features));
  // What was read last, also before the page shows it.
  const latest = useRef(entries);
  // Counts what the rows' forms are made anew for.
  const [generation, setGeneration] = useState(0);
  // What becomes of subscribers, while that is asked; null while it is not.
  const [move, setMove] = useState<Move | null>(null);
  // Says where buyers find what was published here.
  const [isPublished, setIsPublished] = useState(false);
  const { tenant } = useDashboard();
  const checks = useRef(new Map<string, Check>());
  const granted = useMemo(() => inputsOf(entries), [entries]);
  const saved = useMemo(() => (base?.entitlements ?? []).map(asInput), [base]);
  const isChanged = !isSame(granted, saved);
  useUnsaved(isChanged);
  const [priceId, setPriceId] = useState<string>();
  const [usage, setUsage] = useState<{ feature_key: string; units: number }[]>([]);
  const price =
    onSale.find(({ id }) => id === priceId) ?? onSale.find((one) => one.currency === currency) ?? onSale[0];
  const preview = usePreview({
    plan_id: plan.id,
    entitlements: granted,
    usage: usage.filter(({ feature_key: key }) => granted.some((one) => one.feature_key === key)),
    // Loads anew when a price was added or archived, and when a version was published.
    ...(price && { plan_price_id: price.id }),
  });
  const save = useAction(
    async (api, entitlements: ReturnType<typeof inputsOf>) => {
      const pack =
        draft ??
        (await api.packs.create.mutate({ plan_id: plan.id, ...(active && { from_pack_id: active.id }) }));
      const after = await api.packs.setEntitlements.mutate({ pack_id: pack.id, entitlements });
      // As the server keeps it, so that what was saved does not count as a change.
      put(
        latest.current.map((entry) => ({
          ...entry,
          granted: after.entitlements.find(({ feature_id: id }) => id === entry.feature.id) ?? entry.granted,
        })),
      );
      return after;
    },
    { done: "Saved as a draft. Nothing is published." },
  );
  const publish = useAction(
    async (api, { pack, moves }: { pack: Pack; moves: Move }) => {
      const published = await api.packs.publish.mutate({ pack_id: pack.id });
      if (moves !== "keep" && active)
        await api.packMigrations.start.mutate({
          pack_id: pack.id,
          from_pack_id: active.id,
          effective: moves,
        });
      return { ...published, moves };
    },
    {
      done: ({ version, moves }) =>
        moves === "keep"
          ? `Version ${version} is on sale.`
          : `Version ${version} is on sale, and subscribers are being moved to it.`,
    },
  );
  const discard = useAction((api, id: string) => api.packs.delete.mutate({ pack_id: id }), {
    done: "The changes were discarded.",
  });

  function put(next: Entry[]): void {
    latest.current = next;
    setEntries(next);
  }
  function startOver(): void {
    put(entriesOf(active?.entitlements ?? [], features));
    setGeneration(generation + 1);
    setMove(null);
  }
  function edit(change: (all: Entry[]) => Entry[]): void {
    const before = latest.current;
    const next = change(before);
    // What was only read again is no change.
    if (isSame(inputsOf(next), inputsOf(before))) return;
    put(next);
    setMove(null);
    setIsPublished(false);
  }
  /** The draft with what is on the page; null when a field cannot be read, or the server refused it, which then was shown. */
  async function asDraft(): Promise<Pack | null> {
    for (const check of checks.current.values()) if (!(await check())) return null;
    const input = inputsOf(latest.current);
    if (draft && isSame(input, saved)) return draft;
    return save.mutateAsync(input).catch(() => null);
  }
  async function publishOrAsk(): Promise<void> {
    const pack = await asDraft();
    if (!pack) return;
    // Who subscribes already is asked about first.
    if (move === null && active && (preview?.subscribers ?? 0) > 0) return setMove("keep");
    publish.mutate(
      { pack, moves: move ?? "keep" },
      {
        onSuccess: () => {
          setMove(null);
          setIsPublished(true);
        },
      },
    );
  }
  const missing = features.filter(
    ({ id, archived_at: archived }) => !archived && !entries.some(({ feature }) => feature.id === id),
  );
  const soldAt = onSale.map(({ currency: sold, interval }) => `${sold} ${interval}`).join();
  const changes = preview?.changes ?? [];
  const isUnpublished = changes.length > 0 && (isChanged || draft !== undefined || active === undefined);
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:gap-6">
        <div className="min-w-0 space-y-4">
          <DetailsSection plan={plan} />
          <PricesSection
            planId={plan.id}
            prices={prices}
            isEditable
            isOnSale={active !== undefined}
            currency={currency}
          />
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
                    const { feature } = entry;
                    const said = preview?.features.find(({ feature_key: key }) => key === feature.key);
                    return (
                      <FeatureRow
                        key={`${feature.id} ${soldAt} ${generation}`}
                        entry={entry}
                        sold={onSale}
                        summary={said?.summary}
                        problem={said?.problem ?? null}
                        onRead={(input) =>
                          edit((all) =>
                            all.map((one) => (one.feature.id === feature.id ? withGranted(one, input) : one)),
                          )
                        }
                        onRemove={() => edit((all) => all.filter((one) => one.feature.id !== feature.id))}
                        onCheck={(check) => {
                          if (check) checks.current.set(feature.key, check);
                          else checks.current.delete(feature.key);
                        }}
                      />
                    );
                  })}
                </ul>
              </section>
            ))}
            <NewFeature
              missing={missing}
              onAdd={(feature) => edit((all) => [...all, { feature, granted: null, isNew: true }])}
            />
          </Card>
          {isUnpublished && preview && (
            <Unpublished preview={preview} draft={draft} active={active} move={move} onMove={setMove} />
          )}
          {isPublished && !isChanged && onSale.length === 0 && (
            <Alert role="status">It is published, but has no price yet: nobody can buy it.</Alert>
          )}
          {isPublished && !isChanged && onSale.length > 0 && (
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
          <ArchivePlan planId={plan.id} />
        </div>
        <div id="preview" className="min-w-0 scroll-mt-16 space-y-4 lg:sticky lg:top-14">
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
      <PublishBar
        changes={changes.length}
        version={active?.version ?? null}
        isChanged={isChanged}
        hasDraft={draft !== undefined}
        hasPrice={onSale.length > 0}
        hasProblem={preview?.features.some(({ problem }) => problem !== null) ?? false}
        isBusy={save.isPending || publish.isPending || discard.isPending || preview === undefined}
        move={move}
        onSave={() => void asDraft()}
        onPublish={() => void publishOrAsk()}
        onBack={() => setMove(null)}
        onDiscard={() => {
          if (draft) discard.mutate(draft.id, { onSuccess: startOver });
          else startOver();
        }}
      />
    </>
  );
}
