"use client";

import { useEffect, useRef } from "react";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import type { Pack } from "./entitlement.ts";
import { type Move, SubscribersChoice, subscribersOf } from "./subscribers-choice.tsx";
import type { PlanPreview } from "./use-preview.ts";

interface Props {
  preview: PlanPreview;
  draft: Pack | undefined;
  active: Pack | undefined;
  /** What becomes of subscribers, while that is asked; null while it is not. */
  move: Move | null;
  onMove: (move: Move) => void;
}

/** What differs from the version on sale, and whom it reaches. */
export function Unpublished({ preview: { changes, subscribers }, draft, active, move, onMove }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isAsking = move !== null && draft !== undefined && active !== undefined;
  useEffect(() => {
    if (!isAsking) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  }, [isAsking]);
  return (
    <Card aria-label="Unpublished changes">
      <CardHeader>
        <div className="min-w-0">
          <CardTitle ref={heading} tabIndex={-1} className="scroll-mt-16">
            {active ? "Unpublished changes" : "What you will publish"}
          </CardTitle>
          <p className="text-xs text-pretty text-muted">{reachWords(subscribers)}</p>
        </div>
      </CardHeader>
      <div className="space-y-4 p-4 text-[0.8125rem]">
        <Changes changes={changes} />
        {isAsking && <SubscribersChoice {...{ draft, active, move, onMove }} />}
      </div>
    </Card>
  );
}

function reachWords(subscribers: number): string {
  if (subscribers === 0) return "Nobody subscribes to this plan yet.";
  const who = subscribersOf(subscribers);
  return subscribers === 1
    ? `New subscribers get this. ${who} keeps the present version, until you move them.`
    : `New subscribers get this. ${who} keep their present version, until you move them.`;
}

function Changes({ changes }: Pick<PlanPreview, "changes">) {
  return (
    <ul aria-label="Changes" className="divide-y">
      {changes.map(({ feature_key: key, feature_name: name, before, after }) => (
        <li key={key} className="space-y-0.5 py-2 first:pt-0 last:pb-0">
          <p className="font-medium">
            {name}{" "}
            <span className="font-normal text-muted">
              {before === null ? "(new)" : after === null ? "(removed)" : null}
            </span>
          </p>
          {before !== null && (
            <p className="text-pretty text-muted">
              <span className="sr-only">Before: </span>
              <del>{after === null ? before : partsBut(before, after)}</del>
            </p>
          )}
          {after !== null && (
            <p className="text-pretty">
              <span className="sr-only">After: </span>
              {before === null ? after : partsBut(after, before)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

const partsOf = (words: string) => words.split(/(?<=[,;])\s+/);

/** The parts of what a plan includes that the other version does not have: "250,000 a month". */
function partsBut(words: string, other: string): string {
  const known = new Set(partsOf(other));
  const own = partsOf(words).filter((part) => !known.has(part));
  return own.length === 0 ? words : own.join(" ").replace(/[,;]$/, "");
}
