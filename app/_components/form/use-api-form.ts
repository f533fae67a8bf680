"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import {
  type FieldErrors,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import { reasonOf } from "../../_lib/use-loaded.ts";
import { type FormField, toApi, toTyped } from "./field.ts";
import { withMoneyFields } from "./money-fields.ts";
import { placeIssues, WHOLE_FORM } from "./place-issues.ts";
import { useProposals } from "./proposals.ts";
import { readerLocale } from "./reader-locale.ts";
import { wordsForIssue } from "./words-for-issue.ts";

interface Options<Schema extends z.ZodType> {
  /** The operation's own input schema. */
  schema: Schema;
  fields: FormField[];
  /** Values that are sent in addition to the fields, such as an id. */
  fixed?: Record<string, unknown>;
  initial?: Record<string, unknown>;
}

/**
 * A form validated by the schema that the server uses: its fields (with money fields converted), and the server's error message of
 * the last submission. `submitting` makes the form's onSubmit; each submission first clears the previous error message, also when
 * the schema then refuses the input. After a refused submission the focus is in the first field with an error, or on `summary`,
 * the element of FormSummary, when no field has one.
 */
export function useApiForm<Schema extends z.ZodType<FieldValues, FieldValues>>({
  schema,
  fields: declared,
  fixed,
  initial = {},
}: Options<Schema>) {
  const fields = useMemo(() => withMoneyFields(schema, declared), [schema, declared]);
  const resolver = useMemo(() => resolverOf(schema, fields, fixed), [schema, fields, fixed]);
  const locale = readerLocale();
  const form = useForm<FieldValues>({
    resolver,
    defaultValues: Object.fromEntries(fields.map((field) => [field.name, toTyped(field, initial, locale)])),
  });
  useProposals(form, fields);
  const [refusal, setRefusal] = useState<string | null>(null);
  const summary = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState<FieldErrors>({});
  useEffect(() => {
    const names = Object.keys(refused);
    // react-hook-form focuses fields itself.
    if (names.length > 0 && names.every((name) => name === WHOLE_FORM)) summary.current?.focus();
  }, [refused]);
  function submitting<Output>(
    act: (input: z.output<Schema>) => Promise<Output>,
    /** Runs after validation; may return an error message. */
    follow?: (output: Output) => string | null | undefined,
  ) {
    // The resolver returns the output of the schema.
    const send = form.handleSubmit(
      (input) =>
        act(input as z.output<Schema>).then(
          (output) => setRefusal(follow?.(output) ?? null),
          (error: Error) => setRefusal(reasonOf(error)),
        ),
      (errors) => setRefused({ ...errors }),
    );
    return (event: SubmitEvent) => {
      setRefusal(null);
      return send(event);
    };
  }
  return { form, fields, refusal, summary, submitting };
}

type SubmitEvent = Parameters<ReturnType<UseFormReturn<FieldValues>["handleSubmit"]>>[0];

/**
 * Converts the input and validates it with the schema. Every issue gets a message: at the shown field that it is about, or
 * under WHOLE_FORM.
 */
export function resolverOf(
  schema: z.ZodType<FieldValues, FieldValues>,
  fields: FormField[],
  fixed?: Record<string, unknown>,
): Resolver<FieldValues> {
  return async (typed) => {
    const locale = readerLocale();
    const read: Record<string, unknown> = {};
    const unread: FieldErrors = {};
    const shown = fields.filter(({ isShown }) => isShown?.(typed) ?? true);
    for (const field of shown) {
      const result = toApi(field, typed, locale);
      if ("problem" in result) unread[field.name] = { type: "unread", message: result.problem };
      else if (result.value !== undefined) read[field.name] = result.value;
    }
    const input = { ...read, ...fixed };
    const judged = await schema.safeParseAsync(input, { error: wordsForIssue });
    const issues = judged.error?.issues ?? [];
    const errors = { ...placeIssues({ schema, issues, input, shown, declared: fields, typed }), ...unread };
    return judged.success && Object.keys(errors).length === 0
      ? { values: judged.data, errors: {} }
      : { values: {}, errors };
  };
}
