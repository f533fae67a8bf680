"use client";

import { Ellipsis } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef } from "react";
import { LazyMenu } from "../../../../_components/lazy-menu.tsx";
import { Button, buttonLook } from "../../../../_components/ui/button.tsx";
import { cn } from "../../../../_lib/cn.ts";
import { formatCount } from "../../../../_lib/format.ts";
import { ConfirmButton } from "./confirm-button.tsx";
import type { Move } from "./subscribers-choice.tsx";

const PublishMenu = dynamic(() => import("./publish-menu.tsx"), { ssr: false });

interface Props {
  /** How many features differ from the version on sale. */
  changes: number;
  /** The version on sale; null before the first. */
  version: number | null;
  /** Something is not saved. */
  isChanged: boolean;
  hasDraft: boolean;
  /** It is sold at a price. */
  hasPrice: boolean;
  /** A feature lacks what publishing needs. */
  hasProblem: boolean;
  isBusy: boolean;
  /** What becomes of subscribers, while that is asked; null while it is not. */
  move: Move | null;
  onSave: () => void;
  onPublish: () => void;
  onBack: () => void;
  onDiscard: () => void;
}

/** What is not published yet, and the one button that publishes it: always in reach at the foot of the page. */
export function PublishBar(props: Props) {
  const { changes, version, isChanged, hasDraft, hasProblem, isBusy, move } = props;
  const { onSave, onPublish, onBack, onDiscard } = props;
  const discard = useRef<HTMLButtonElement>(null);
  const isWaiting = isChanged || hasDraft || version === null;
  return (
    <section
      aria-label="Publish"
      // On a wide screen as wide as the form, because messages stand at the right; it follows the page while something waits.
      className={cn(
        "sticky bottom-0 z-20 mt-4 flex flex-wrap items-center justify-end gap-2 rounded-t-lg border bg-surface px-4 py-2.5 shadow-raised lg:w-[calc((100%-1.5rem)*5/8)]",
        !isWaiting && "lg:static lg:rounded-lg lg:shadow-card",
      )}
    >
      <p
        role="status" // A phone has one row: what waits stands above it in the page, too, and only what is missing takes a line.
        className={cn(
          "mr-auto min-w-0 text-[0.8125rem] text-pretty",
          isWaiting && !hasProblem && "max-sm:sr-only",
        )}
      >
        {stateWords(props)}
      </p>
      <Button
        variant="ghost"
        size="small"
        className="max-sm:mr-auto lg:hidden"
        onClick={() => document.getElementById("preview")?.scrollIntoView({ block: "start" })}
      >
        Preview
      </Button>
      {move !== null ? (
        <Button variant="secondary" size="small" onClick={onBack}>
          Back
        </Button>
      ) : (
        <>
          {(isChanged || hasDraft) && (
            // On a phone the menu presses the button, which then asks in the bar.
            <span className="contents max-sm:[&>button]:hidden">
              <ConfirmButton
                button={discard}
                label="Discard changes"
                confirm="Discard"
                keep="Keep changes"
                isPending={isBusy}
                onConfirm={onDiscard}
              >
                {version === null
                  ? "What the plan includes is emptied."
                  : `The plan is again as in version ${version}.`}
              </ConfirmButton>
            </span>
          )}
          {isChanged && (
            <Button
              variant="secondary"
              size="small"
              className="max-sm:hidden"
              disabled={isBusy}
              onClick={onSave}
            >
              Save draft
            </Button>
          )}
          {(isChanged || hasDraft) && (
            <LazyMenu
              Menu={PublishMenu}
              menuProps={{
                ...(isChanged && !isBusy && { onSave }),
                onDiscard: () => discard.current?.click(),
              }}
              aria-label="More"
              className={cn(buttonLook({ variant: "secondary", size: "icon" }), "sm:hidden")}
            >
              <Ellipsis aria-hidden />
            </LazyMenu>
          )}
        </>
      )}
      {isWaiting && (
        <Button
          size="small"
          aria-busy={isBusy || undefined}
          disabled={isBusy || hasProblem || (version !== null && changes === 0)}
          onClick={onPublish}
        >
          {move === null ? (version === null ? "Publish plan" : "Publish changes") : PUBLISH[move]}
        </Button>
      )}
    </section>
  );
}

const PUBLISH = {
  keep: "Publish to new subscribers",
  period_end: "Publish, and move subscribers later",
  now: "Publish, and move subscribers now",
} satisfies Record<Move, string>;

function stateWords(props: Props): string {
  const words = contentWords(props);
  return props.hasPrice || props.hasProblem ? words : `${words} It has no price yet: nobody can buy it.`;
}

function contentWords({ changes, version, isChanged, hasDraft, hasProblem }: Props): string {
  if (hasProblem) return "Something is missing: see the line in red.";
  if (version === null)
    return isChanged ? "Not on sale yet, and not saved." : "Not on sale yet. You can publish it.";
  if (!isChanged && !hasDraft) return `Version ${version} is on sale. Nothing to publish.`;
  // What is typed now is compared a moment later.
  if (changes === 0) return isChanged ? "Not saved." : `Nothing differs from version ${version}.`;
  const count = `${formatCount(changes)} unpublished ${changes === 1 ? "change" : "changes"}`;
  return isChanged ? `${count}, not saved.` : `${count}, saved as a draft.`;
}
