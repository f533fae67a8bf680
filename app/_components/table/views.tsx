"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { showWithin } from "../../_lib/show-within.ts";

interface Props<Value extends string> {
  /** What they are views of, for screen readers. */
  label: string;
  views: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChoose: (value: Value) => void;
}

/**
 * The views of a page's list, one of which is shown, as buttons that look like tabs. Where the strip is wider than the screen, it scrolls
 * to the pressed one.
 */
export function Views<Value extends string>({ label, views, value, onChoose }: Props<Value>) {
  const strip = useRef<HTMLFieldSetElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pressed button follows from the value
  useEffect(() => {
    const pressed = strip.current?.querySelector("[aria-pressed=true]");
    if (strip.current && pressed) showWithin(strip.current, pressed);
  }, [value]);
  return (
    <fieldset
      ref={strip}
      aria-label={label}
      className="scroll-hint -mx-4 mb-4 flex min-w-0 gap-4 overflow-x-auto overflow-y-hidden border-b px-4 [--scroll-ground:var(--background)] sm:mx-0 sm:px-0"
    >
      {views.map((view) => (
        <button
          key={view.value}
          type="button"
          aria-pressed={view.value === value}
          onClick={() => onChoose(view.value)}
          className="-mb-px h-9 shrink-0 border-b-2 border-transparent text-[0.8125rem] font-medium text-muted transition-colors hover:text-foreground focus-visible:-outline-offset-2 aria-pressed:border-primary aria-pressed:text-foreground"
        >
          {view.label}
        </button>
      ))}
    </fieldset>
  );
}
