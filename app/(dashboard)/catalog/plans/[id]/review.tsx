"use client";

import type { Route } from "next";
import { useEffect, useRef, useState } from "react";
import { Link } from "../../../../_components/link.tsx";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { Label } from "../../../../_components/ui/label.tsx";
import { Select } from "../../../../_components/ui/select.tsx";
import { Skeleton } from "../../../../_components/ui/skeleton.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { formatCount, formatMoney } from "../../../../_lib/format.ts";
import { useAction, useLoaded } from "../../../../_lib/use-loaded.ts";
import type { Pack } from "./entitlement.ts";

type Diff = Awaited<ReturnType<Api["packs"]["diff"]["query"]>>;
type Billed = Awaited<ReturnType<Api["packMigrations"]["preview"]["mutate"]>>["billed_now"][number];

const MOVES = [
  { value: "keep", label: "Stay on their version" },
  { value: "period_end", label: "Move at the end of their period" },
  { value: "now", label: "Move now" },
] as const;

type Move = (typeof MOVES)[number]["value"];

interface Props {
  draft: Pack;
  active: Pack | undefined;
  onPublished: () => void;
}

const subscribersOf = (count: number) =>
  `${formatCount(count)} ${count === 1 ? "subscriber" : "subscribers"}`;

/** What a draft changes and for whom, and the button that publishes it. */
export function Review({ draft, active, onPublished }: Props) {
  const [move, setMove] = useState<Move>("keep");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const {
    data: diff,
    error,
    refetch,
  } = useLoaded("pack diff", draft.id, (api, signal) =>
    api.packs.diff.query({ pack_id: draft.id }, { signal }),
  );
  const publish = useAction(
    async (api) => {
      const pack = await api.packs.publish.mutate({ pack_id: draft.id });
      if (move !== "keep" && active)
        await api.packMigrations.start.mutate({
          ...{ pack_id: draft.id, from_pack_id: active.id, effective: move },
        });
      return pack;
    },
    {
      done: ({ version }) =>
        move === "keep"
          ? `Version ${version} is on sale.`
          : `Version ${version} is on sale, and subscribers are being moved to it.`,
    },
  );
  return (
    <Card aria-label="Review">
      <CardHeader>
        <CardTitle ref={heading} tabIndex={-1}>
          Publish version {draft.version}?
        </CardTitle>
      </CardHeader>
      <div className="space-y-4 p-4 text-[0.8125rem]">
        {error && !diff && <LoadFailure what="The comparison" error={error} onRetry={() => void refetch()} />}
        {!diff && !error && <Skeleton className="h-24 w-full" />}
        {diff && (
          <>
            <Changes diff={diff} active={active} />
            <p>
              {diff.subscribers === 0
                ? "Nobody subscribes to this plan yet."
                : `${subscribersOf(diff.subscribers)} of this plan ${diff.subscribers === 1 ? "stays on the version that it has" : "stay on the version that they have"}. New ones get version ${draft.version}.`}
            </p>
            {active && diff.subscribers > 0 && (
              <MoveChoice draft={draft} active={active} move={move} onMove={setMove} />
            )}
          </>
        )}
      </div>
      <div className="flex justify-end border-t px-4 py-3">
        <Button
          disabled={!diff || publish.isPending}
          onClick={() => publish.mutate(undefined, { onSuccess: onPublished })}
        >
          {publish.isPending ? "Publishing…" : `Publish version ${draft.version}`}
        </Button>
      </div>
    </Card>
  );
}

/** The differences to the version on sale, feature by feature. */
function Changes({ diff, active }: { diff: Diff; active: Pack | undefined }) {
  if (diff.summary.length === 0)
    return (
      <p className="text-muted">
        {active ? `Nothing differs from version ${active.version}.` : "The plan grants no features."}
      </p>
    );
  return (
    <ul aria-label="Changes" className="divide-y">
      {diff.summary.map(({ feature_key: key, feature_name: name, before, after }) => (
        <li key={key} className="space-y-0.5 py-2 first:pt-0 last:pb-0">
          <p className="font-medium">
            {name}{" "}
            <span className="font-normal text-muted">
              {before === null ? "(new)" : after === null ? "(removed)" : null}
            </span>
          </p>
          {before !== null && (
            <p className="text-pretty whitespace-pre-line text-muted">
              <span className="sr-only">Before: </span>
              <del>{before}</del>
            </p>
          )}
          {after !== null && (
            <p className="text-pretty whitespace-pre-line">
              <span className="sr-only">After: </span>
              {after}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

interface MoveProps {
  draft: Pack;
  active: Pack;
  move: Move;
  onMove: (move: Move) => void;
}

/** Whether subscribers of the version on sale follow, and what each of them would gain and lose. */
function MoveChoice({ draft, active, move, onMove }: MoveProps) {
  const input = { pack_id: draft.id, from_pack_id: active.id };
  const { data } = useLoaded("migration preview", { ...input, of: draft.updated_at }, (api, signal) =>
    api.packMigrations.preview.mutate(input, { signal }),
  );
  if (!data) return <Skeleton className="h-16 w-full" />;
  if (data.subscribers === 0) return null;
  return (
    <div className="space-y-3">
      <div className="space-y-1.5">
        <Label htmlFor="move">
          {subscribersOf(data.subscribers)} of version {active.version}
        </Label>
        <Select
          id="move"
          value={move}
          onChange={({ target }) =>
            onMove(MOVES.find(({ value }) => value === target.value)?.value ?? "keep")
          }
        >
          {MOVES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <p className="font-medium">If they move:</p>
      {data.summary.length === 0 ? (
        <p className="text-muted">No subscriber would notice a difference.</p>
      ) : (
        <ul className="list-disc space-y-1 pl-4">
          {data.summary.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {data.billed_now.map((billed) => (
        <BilledNow key={billed.currency} {...billed} />
      ))}
    </div>
  );
}

/** What a move now makes subscribers owe in one currency, with those who owe most. */
function BilledNow({ currency, amount, subscribers, samples }: Billed) {
  return (
    <table className="mt-4 w-full">
      <caption className="pb-1.5 text-left text-muted">
        Overage so far that is owed if they move now, billed with their next invoices
      </caption>
      <tbody>
        {samples.map((one) => (
          <tr key={one.subscription_id} className="border-border border-t align-top">
            <td className="py-1.5">
              <Link
                className="inline-block py-0.5 text-link wrap-anywhere hover:underline"
                href={`/subscriptions/${one.subscription_id}` as Route}
              >
                {one.customer}
              </Link>
              <span className="block text-muted text-xs wrap-anywhere">
                {one.features.map(({ feature_key }) => feature_key).join(", ")}
              </span>
            </td>
            <td className="whitespace-nowrap py-2 pl-4 text-right tabular-nums">
              {formatMoney(one.amount, currency)}
            </td>
          </tr>
        ))}
        <tr className="border-border border-t font-medium">
          <td className="py-2">
            {subscribersOf(subscribers)}
            {subscribers > samples.length && `, of which ${formatCount(samples.length)} are shown`}
          </td>
          <td className="whitespace-nowrap py-2 pl-4 text-right tabular-nums">
            {formatMoney(amount, currency)}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
