"use client";

import { cn } from "../../_lib/cn.ts";
import { RANGES, type RangeName } from "./range.ts";

/** Selects the time range of the figures. */
export function RangeSelect({ value, onChange }: { value: RangeName; onChange: (value: RangeName) => void }) {
  return (
    <fieldset className="flex gap-0.5 rounded-md border bg-surface p-0.5 shadow-card">
      <legend className="sr-only">Range</legend>
      {Object.entries(RANGES).map(([name, { label }]) => (
        <button
          key={name}
          type="button"
          aria-pressed={value === name}
          // The keys of RANGES are its names.
          onClick={() => onChange(name as RangeName)}
          className={cn(
            "h-7 rounded px-2.5 text-xs font-medium text-muted transition-colors hover:text-foreground",
            value === name && "bg-subtle text-foreground",
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
