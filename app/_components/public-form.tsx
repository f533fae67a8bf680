"use client";

import { useId } from "react";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import { type Api, createBrowserApi } from "../_lib/api.ts";
import type { FormField } from "./form/field.ts";
import { FormFields } from "./form/form-fields.tsx";
import { FormSummary } from "./form/form-summary.tsx";
import { useApiForm } from "./form/use-api-form.ts";
import { Button } from "./ui/button.tsx";

interface Props<Schema extends z.ZodType<FieldValues, FieldValues>> {
  schema: Schema;
  fields: FormField[];
  fixed?: Record<string, unknown>;
  submit: string;
  /** Runs the action; returns an error message, or null when it navigates to another page. */
  act: (api: Api, input: z.output<Schema>) => Promise<string | null>;
}

/** A form for a visitor who is not signed in. */
export function PublicForm<Schema extends z.ZodType<FieldValues, FieldValues>>({
  schema,
  fields: declared,
  fixed,
  submit,
  act,
}: Props<Schema>) {
  const id = useId();
  const { form, fields, refusal, summary, submitting } = useApiForm({
    schema,
    fields: declared,
    ...(fixed && { fixed }),
  });
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={submitting((input) => act(createBrowserApi(""), input), { follow: (words) => words })}
    >
      <FormFields form={form} fields={fields} idPrefix={id} />
      <FormSummary form={form} refusal={refusal} ref={summary} />
      <Button
        type="submit"
        className="w-full"
        disabled={form.formState.isSubmitting}
        aria-busy={form.formState.isSubmitting || undefined}
      >
        {submit}
      </Button>
    </form>
  );
}
