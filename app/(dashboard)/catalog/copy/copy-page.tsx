"use client";

import { ArrowRight, CircleCheck } from "lucide-react";
import { useState } from "react";
import { Empty } from "../../../_components/empty.tsx";
import { Link } from "../../../_components/link.tsx";
import { ListSkeleton } from "../../../_components/list-skeleton.tsx";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { ModeBadge } from "../../../_components/mode-badge.tsx";
import { OnlyFor } from "../../../_components/only-for.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import { Label } from "../../../_components/ui/label.tsx";
import { Switch } from "../../../_components/ui/switch.tsx";
import type { Api } from "../../../_lib/api.ts";
import { cn } from "../../../_lib/cn.ts";
import { useDashboard } from "../../../_lib/dashboard.tsx";
import { formatCount } from "../../../_lib/format.ts";
import { useAction, useLoaded } from "../../../_lib/use-loaded.ts";
import { type Item, type Line, linesOf, type Named, type Preview, soldIn, titleOf } from "./copy-words.ts";

const MODES = { LIVE: "Live", TEST: "Test" } as const;

/** What copying the other catalog would change here, and the button that does exactly that. */
export function CopyPage() {
  const { tenant } = useDashboard();
  const [to, from] = tenant.tenantMode === "LIVE" ? (["LIVE", "TEST"] as const) : (["TEST", "LIVE"] as const);
  const { data, error, refetch } = useLoaded("catalog copy", null, (api, signal) =>
    api.copies.preview.query({}, { signal }),
  );
  return (
    <>
      <PageHeader
        title={`Copy the catalog from ${MODES[from]} to ${MODES[to]}`}
        description="Compare first: nothing is changed until you copy, and nothing is taken away here. Customers keep the price and the version of their plan that they have."
        back={{ href: "/catalog", label: "Products and plans" }}
        badges={
          <span className="flex items-center gap-1.5">
            <ModeBadge mode={from} />
            <ArrowRight aria-label="to" className="size-3.5 text-muted" />
            <ModeBadge mode={to} />
          </span>
        }
      />
      <OnlyFor least="ADMIN">
        {error && !data ? (
          <Card className="p-4">
            <LoadFailure what="The comparison" error={error} onRetry={() => void refetch()} />
          </Card>
        ) : data ? (
          <Comparison preview={data} refetch={() => void refetch()} />
        ) : (
          <ListSkeleton rows={4} />
        )}
      </OnlyFor>
    </>
  );
}

function Comparison({ preview, refetch }: { preview: Preview; refetch: () => void }) {
  const { items, counts, from, to } = preview;
  const { data: known } = useLoaded("features", "all", (api, signal) =>
    api.features.list.query({ limit: 200 }, { signal }),
  );
  const named = { features: featuresOf(items, known?.data ?? []), soldAt: soldIn(items) };
  const differing = items.filter(({ change }) => change !== "UNCHANGED" && change !== "ONLY_HERE");
  const same = items.filter(({ change }) => change === "UNCHANGED");
  const onlyHere = items.filter(({ change }) => change === "ONLY_HERE");
  return (
    <div className="space-y-4 lg:space-y-6">
      {differing.length === 0 ? (
        <Card aria-label="Differences">
          <Empty
            Icon={CircleCheck}
            title={
              same.length === 0
                ? `Nothing is on sale in ${MODES[from.mode]}`
                : `${MODES[to.mode]} is up to date`
            }
            action={
              <Button asChild variant="secondary">
                <Link href="/catalog">Open the catalog</Link>
              </Button>
            }
          >
            {same.length === 0
              ? "Make a product there first."
              : `There is nothing to copy: ${MODES[to.mode]} has all that is on sale in ${MODES[from.mode]}.`}
          </Empty>
        </Card>
      ) : (
        <CopyBar preview={preview} refetch={refetch} />
      )}
      {counts.conflict > 0 && (
        <Alert tone="caution" role="note">
          {counts.conflict === 1 ? "One thing is" : `${formatCount(counts.conflict)} things are`} in conflict.
          Solve that in {MODES[from.mode]} first; until then nothing can be copied.
        </Alert>
      )}
      {groupsOf(differing).map(([title, group]) => (
        <Card key={title} aria-label={title}>
          <CardHeader>
            <CardTitle>{title}</CardTitle>
          </CardHeader>
          <ul className="divide-y">
            {group.map((item) => (
              <ItemRow key={`${item.kind} ${item.key}`} item={item} named={named} />
            ))}
          </ul>
        </Card>
      ))}
      <Folded title="The same in both" items={same} />
      <Folded title={`Only in ${MODES[to.mode]}: stays as it is`} items={onlyHere} />
    </div>
  );
}

/** How much would change, and the button. */
function CopyBar({ preview, refetch }: { preview: Preview; refetch: () => void }) {
  const { version, counts, items, to } = preview;
  const [publishes, setPublishes] = useState(true);
  const hasVersions = items.some(({ kind, change }) => kind === "PACK" && change === "CHANGED");
  const copy = useAction((api) => api.copies.create.mutate({ version, publish: publishes || !hasVersions }), {
    done: `The catalog is in ${MODES[to.mode]}.`,
  });
  return (
    <Card aria-label="Copy" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="space-y-2">
        <p className="font-medium">
          {formatCount(counts.new)} new, {formatCount(counts.changed)} changed,{" "}
          {formatCount(counts.unchanged)} the same
        </p>
        {hasVersions && (
          <div className="flex items-center gap-2.5">
            <Switch id="publishes" checked={publishes} onCheckedChange={setPublishes} />
            <Label htmlFor="publishes">Put new versions of plans on sale at once</Label>
          </div>
        )}
      </div>
      <Button
        disabled={copy.isPending || counts.conflict > 0}
        // A refusal may say that the catalogs changed: then the new comparison is shown.
        onClick={() => copy.mutate(undefined, { onError: refetch })}
      >
        {copy.isPending ? "Copying…" : `Copy to ${MODES[to.mode]}`}
      </Button>
    </Card>
  );
}

const BADGES = {
  NEW: { tone: "positive", label: "New" },
  CHANGED: { tone: "caution", label: "Changed" },
  CONFLICT: { tone: "negative", label: "Conflict" },
  UNCHANGED: { tone: "neutral", label: "The same" },
  ONLY_HERE: { tone: "neutral", label: "Stays" },
} as const;

const TONES: Record<Line["sign"], string> = {
  "+": "text-positive",
  "−": "text-negative",
  "±": "text-foreground",
};

function ItemRow({ item, named }: { item: Item; named: Named }) {
  const { tone, label } = BADGES[item.change];
  const lines = linesOf(item, named);
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {titleOf(item)} <Badge tone={tone}>{label}</Badge>
      </p>
      {item.reason !== null && <p className="mt-1 text-[0.8125rem] text-negative">{item.reason}</p>}
      {lines.length > 0 && (
        <ul className="mt-1.5 space-y-0.5 text-[0.8125rem] tabular-nums">
          {lines.map(({ sign, text }) => (
            <li key={`${sign} ${text}`} className={cn("flex gap-2 break-words", TONES[sign])}>
              <span aria-hidden className="w-3 shrink-0 text-center">
                {sign === "±" ? "" : sign}
              </span>
              <span className="min-w-0">
                {sign === "−" && <span className="sr-only">Taken out: </span>}
                {text}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Folded({ title, items }: { title: string; items: Item[] }) {
  if (items.length === 0) return null;
  return (
    <Card>
      <details>
        <summary className="cursor-pointer rounded-lg px-4 py-3 text-sm font-medium">
          {title} <span className="font-normal text-muted">({formatCount(items.length)})</span>
        </summary>
        <ul className="space-y-1 border-t px-4 py-3 text-[0.8125rem] text-muted">
          {items.map((item) => (
            <li key={`${item.kind} ${item.key}`}>{titleOf(item)}</li>
          ))}
        </ul>
      </details>
    </Card>
  );
}

/** Features by themselves, then each product with all that is of it, by the product's slug in the key. */
function groupsOf(items: Item[]): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const title = item.kind === "FEATURE" ? "Features" : (item.key.split("/")[0] ?? "");
    groups.set(title, [...(groups.get(title) ?? []), item]);
  }
  return [...groups].map(([title, group]) => {
    const product = group.find(({ kind }) => kind === "PRODUCT");
    return [product?.name ?? title, group];
  });
}

type Feature = Awaited<ReturnType<Api["features"]["list"]["query"]>>["data"][number];

/** The features that are here, and those that are new, whose types and units stand among what they have. */
function featuresOf(
  items: Item[],
  known: Pick<Feature, "key" | "name" | "type" | "unit_label">[],
): Named["features"] {
  const here = new Map(known.map((feature) => [feature.key, feature]));
  return new Map([
    ...known.map(({ key, name, type, unit_label }) => [key, { name, type, unit_label }] as const),
    ...items
      .filter(({ kind }) => kind === "FEATURE")
      .map(({ key, name, changes }) => {
        const after = (field: string) => changes.find((change) => change.field === field)?.after;
        const type = String(after("type") ?? here.get(key)?.type);
        const unit = after("unit_label") ?? here.get(key)?.unit_label ?? null;
        return [key, { name, type, unit_label: unit === null ? null : String(unit) }] as const;
      }),
  ]);
}
