"use client";

import { type ReactNode, useId } from "react";
import { FieldProblem } from "../../../_components/form/field-problem.tsx";

export interface Choice {
  value: string;
  title: ReactNode;
  detail?: ReactNode;
  /** At the right, such as a price. */
  aside?: ReactNode;
  isDisabled?: boolean;
  /** Below it while it is chosen. */
  more?: ReactNode;
}

interface Props {
  label: string;
  choices: Choice[];
  value: string;
  onChoose: (value: string) => void;
  error?: string | undefined;
}

/** One of several rows, each a radio button with its own words; an error gets the focus as a whole. */
export function Choices({ label, choices, value, onChoose, error }: Props) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      tabIndex={-1}
      className="-mx-4 divide-y rounded"
    >
      {choices.map((choice) => (
        <div key={choice.value} className="has-checked:bg-subtle/60">
          <label className="flex min-h-11 cursor-pointer items-start gap-3 px-4 py-2.5 transition-colors has-disabled:cursor-default has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring">
            <input
              type="radio"
              name={id}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.isDisabled}
              onChange={() => onChoose(choice.value)}
              className="mt-0.5 size-4 shrink-0 accent-primary outline-none"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{choice.title}</span>
              {choice.detail && <span className="block text-xs text-pretty text-muted">{choice.detail}</span>}
            </span>
            {choice.aside && <span className="shrink-0 text-right tabular-nums">{choice.aside}</span>}
          </label>
          {choice.value === value && choice.more && <div className="px-4 pb-3 pl-11">{choice.more}</div>}
        </div>
      ))}
      {error && (
        <div className="px-4 pt-2">
          <FieldProblem id={id} error={error} />
        </div>
      )}
    </div>
  );
}

interface SegmentsProps {
  label: string;
  options: { value: string; label: string }[];
  value: string;
  onChoose: (value: string) => void;
}

/** One of a few short words, side by side. */
export function Segments({ label, options, value, onChoose }: SegmentsProps) {
  const id = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">{label}</legend>
      <div className="inline-flex rounded-md border bg-subtle p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex h-8 cursor-pointer items-center rounded px-3 text-[0.8125rem] font-medium text-muted has-checked:bg-surface has-checked:text-foreground has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
