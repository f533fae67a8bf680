"use client";

import { cn } from "../_lib/cn.ts";

interface Props<Value extends string> {
  /** What is chosen, for screen readers. */
  legend: string;
  options: readonly { value: Value; label: string }[];
  value: string;
  onChange: (value: Value) => void;
}

/** A few choices side by side, of which one is pressed. */
export function Segments<Value extends string>({ legend, options, value, onChange }: Props<Value>) {
  return (
    <fieldset className="flex w-fit gap-0.5 rounded-md border bg-surface p-0.5 shadow-card">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={value === option.value}
          onClick={() => onChange(option.value)}
          className={cn(
            "h-7 rounded px-2.5 text-xs font-medium text-muted transition-colors hover:text-foreground",
            value === option.value && "bg-subtle text-foreground",
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
