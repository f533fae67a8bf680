"use client";

import type { Ref } from "react";
import { Checkbox } from "../ui/checkbox.tsx";
import { Label } from "../ui/label.tsx";
import type { FormField } from "./field.ts";
import { FieldProblem } from "./field-problem.tsx";

interface Props {
  id: string;
  label: string;
  hint?: string | undefined;
  options: NonNullable<FormField["options"]>;
  value: string[];
  onChange: (chosen: string[]) => void;
  error: string | undefined;
  ref: Ref<HTMLFieldSetElement>;
}

/** Any number of fixed options, each a checkbox with its own words. */
export function ChoicesField({ id, label, hint, options, value, onChange, error, ref }: Props) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset ref={ref} tabIndex={-1} aria-describedby={described} className="space-y-2">
      <legend className="text-[0.8125rem] font-medium">{label}</legend>
      {options.map((option, index) => (
        <div key={option.value} className="flex items-start gap-2.5">
          <Checkbox
            id={`${id}-${option.value}`}
            className="mt-0.5"
            checked={value.includes(option.value)}
            aria-invalid={error && index === 0 ? true : undefined}
            onCheckedChange={(isChosen) =>
              onChange(
                isChosen ? [...value, option.value] : value.filter((chosen) => chosen !== option.value),
              )
            }
            aria-describedby={option.hint && `${id}-${option.value}-hint`}
          />
          <div className="min-w-0 space-y-0.5">
            <Label htmlFor={`${id}-${option.value}`}>{option.label}</Label>
            {option.hint && (
              <p id={`${id}-${option.value}-hint`} className="text-xs text-pretty text-muted">
                {option.hint}
              </p>
            )}
          </div>
        </div>
      ))}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-pretty text-muted">
          {hint}
        </p>
      )}
      <FieldProblem id={id} error={error} />
    </fieldset>
  );
}
