"use client";

import type { UseFormRegisterReturn } from "react-hook-form";
import type { FormField } from "./field.ts";
import { FieldProblem } from "./field-problem.tsx";

interface Props {
  id: string;
  label: string;
  hint?: string | undefined;
  options: NonNullable<FormField["options"]>;
  error: string | undefined;
  /** The form's own attributes of each radio button. */
  registered: UseFormRegisterReturn;
}

/** One of a few outcomes, each a row with a sentence of its own. */
export function RadioField({ id, label, hint, options, error, registered }: Props) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset aria-describedby={described} className="min-w-0">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">{label}</legend>
      <div className="divide-y rounded-md border">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 cursor-pointer items-start gap-3 px-3 py-2.5 transition-colors first:rounded-t-md last:rounded-b-md has-checked:bg-subtle/60 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              value={option.value}
              {...registered}
              aria-invalid={error ? true : undefined}
              className="mt-0.5 size-4 shrink-0 accent-primary outline-none"
            />
            <span className="min-w-0 flex-1 text-[0.8125rem]">
              <span className="block font-medium">{option.label}</span>
              {option.hint && <span className="block text-xs text-pretty text-muted">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-pretty text-muted">
          {hint}
        </p>
      )}
      <FieldProblem id={id} error={error} />
    </fieldset>
  );
}
