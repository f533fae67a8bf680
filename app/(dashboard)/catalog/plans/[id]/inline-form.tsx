"use client";

import { useId } from "react";
import type { z } from "zod";
import type { FormSchema } from "../../../../_components/form/action.ts";
import type { FormField } from "../../../../_components/form/field.ts";
import { Fold } from "../../../../_components/form/fold.tsx";
import { FormFields } from "../../../../_components/form/form-fields.tsx";
import { FormSummary } from "../../../../_components/form/form-summary.tsx";
import { useApiForm } from "../../../../_components/form/use-api-form.ts";
import { useDraftKey } from "../../../../_components/form/use-draft.ts";
import { Button } from "../../../../_components/ui/button.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { cn } from "../../../../_lib/cn.ts";
import { useAction } from "../../../../_lib/use-loaded.ts";

interface Props<Schema extends FormSchema, Output> {
  schema: Schema;
  fields: FormField[];
  /** Fields that few need, under this title. */
  folded?: { title: string; fields: FormField[] };
  fixed: Record<string, unknown>;
  initial: Record<string, unknown>;
  submit: string;
  done: string;
  act: (api: Api, input: z.output<Schema>) => Promise<Output>;
  onDone?: (output: Output) => void;
  /** Shows a button that closes the form without saving, with this text. */
  cancel?: { label: string; act: () => void };
  /** The form is always there: it can be sent once something is changed, and the page asks before what is typed is lost. */
  isKept?: boolean;
}

const NONE: FormField[] = [];

/** A form of one operation in the page itself, with its own button. */
export function InlineForm<Schema extends FormSchema, Output>({
  schema,
  fields: plain,
  folded,
  fixed,
  initial,
  submit,
  done,
  act,
  onDone,
  cancel,
  isKept = false,
}: Props<Schema, Output>) {
  const id = useId();
  const seldom = folded?.fields ?? NONE;
  const draftKey = useDraftKey(submit, fixed);
  const { form, fields, refusal, summary, submitting, isDirty } = useApiForm({
    schema,
    fixed,
    initial,
    ...(isKept && { draftKey }),
    fields: [...plain, ...seldom],
  });
  const action = useAction(act, { done, isQuiet: true });
  const isFolded = ({ name }: FormField) => seldom.some((one) => one.name === name);
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={submitting(action.mutateAsync, {
        follow: (output) => {
          onDone?.(output);
          return null;
        },
      })}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormFields form={form} fields={fields.filter((field) => !isFolded(field))} idPrefix={id} />
      </div>
      {folded && (
        <Fold
          title={folded.title}
          hasProblem={seldom.some(({ name }) => form.formState.errors[name] !== undefined)}
        >
          <FormFields form={form} fields={fields.filter(isFolded)} idPrefix={id} />
        </Fold>
      )}
      <FormSummary form={form} refusal={refusal} ref={summary} />
      <div className={cn("flex justify-end gap-2", isKept && !isDirty && "hidden")}>
        {cancel && (
          <Button variant="ghost" size="small" onClick={cancel.act}>
            {cancel.label}
          </Button>
        )}
        <Button
          type="submit"
          variant="secondary"
          size="small"
          disabled={action.isPending}
          aria-busy={action.isPending || undefined}
        >
          {submit}
        </Button>
      </div>
    </form>
  );
}
