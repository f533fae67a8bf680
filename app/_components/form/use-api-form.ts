"use client";

import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import {
  type FieldErrors,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import { EMPTY, wordsForIssue } from "../../../server/platform/schema/words-for-issue.ts";
import { useUnsaved } from "../../_lib/unsaved.ts";
import { type FormField, toApi, toTyped } from "./field.ts";
import { withMoneyFields } from "./money-fields.ts";
import { placeIssues } from "./place-issues.ts";
import { placeRefusal } from "./place-refusal.ts";
import { useProposals } from "./proposals.ts";
import { readerLocale } from "./reader-locale.ts";
import { useDraft } from "./use-draft.ts";

interface Options<Schema extends z.ZodType> {
  /** The operation's own input schema. */
  schema: Schema;
  fields: FormField[];
  /** Values that are sent in addition to the fields, such as an id. */
  fixed?: Record<string, unknown>;
  initial?: Record<string, unknown>;
  /** Under which the tab keeps what is typed and not sent, and before whose loss the page asks; see useDraftKey. */
  draftKey?: string;
}

interface Submission<Output> {
  /** Runs after the action; may return an error message. */
  follow?: (output: Output) => string | null | undefined;
  /** The form is only asked about, such as for a preview: it stays unsaved. */
  isQuestion?: boolean;
}

/**
 * A form validated by the schema that the server uses: its fields (with money fields converted), and the server's error message of
 * the last submission. `submitting` makes the form's onSubmit; each submission first clears the previous error message, also when
 * the schema then refuses the input. After a refused submission, by the schema or the server, the focus is in the first field with an error, or on
 * `summary`, the element of FormSummary, when no field has one. Once saved, what was typed is the form's new beginning.
 */
export function useApiForm<Schema extends z.ZodType<FieldValues, FieldValues>>({
  schema,
  fields: declared,
  fixed,
  initial = {},
  draftKey,
}: Options<Schema>) {
  const fields = useMemo(() => withMoneyFields(schema, declared), [schema, declared]);
  const resolver = useMemo(() => resolverOf(schema, fields, fixed), [schema, fields, fixed]);
  const locale = readerLocale();
  const form = useForm<FieldValues>({
    resolver,
    shouldFocusError: false,
    defaultValues: Object.fromEntries(fields.map((field) => [field.name, toTyped(field, initial, locale)])),
  });
  const { isDirty } = form.formState;
  useProposals(form, fields);
  useTypedAgain(form);
  const draft = useDraft({ form, fields, key: draftKey });
  const release = useUnsaved(draftKey !== undefined && isDirty);
  const [refusal, setRefusal] = useState<string | null>(null);
  const summary = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLFormElement>(null);
  const [submissions, setSubmissions] = useState(0);
  useEffect(() => {
    if (submissions > 0) showFirstProblem(element.current, summary.current);
  }, [submissions]);

  function refuse(error: Error): void {
    const typed = form.getValues();
    const placed = placeRefusal(error, shownOf(fields, typed));
    for (const [name, message] of Object.entries(placed.fields))
      form.setError(name, { type: "server", message });
    setRefusal(placed.whole);
  }

  function submitting<Output>(
    act: (input: z.output<Schema>) => Promise<Output>,
    { follow, isQuestion = false }: Submission<Output> = {},
  ) {
    // The resolver returns the output of the schema.
    const send = form.handleSubmit(async (input) => {
      try {
        const output = await act(input as z.output<Schema>);
        if (!isQuestion) {
          release();
          draft.forget();
          form.reset(form.getValues());
        }
        setRefusal(follow?.(output) ?? null);
      } catch (error) {
        refuse(error instanceof Error ? error : new Error(String(error)));
      }
    });
    return async (event: SubmitEvent) => {
      element.current = event.currentTarget;
      setRefusal(null);
      await send(event);
      setSubmissions((count) => count + 1);
    };
  }
  return { form, fields, refusal, summary, submitting, isDirty, draft };
}

type SubmitEvent = FormEvent<HTMLFormElement>;

const shownOf = (fields: FormField[], typed: Record<string, unknown>): FormField[] =>
  fields.filter(({ isShown }) => isShown?.(typed) ?? true);

/** Focuses the first field that is marked, in the middle of what is scrolled; else the summary, when it says something. */
function showFirstProblem(form: HTMLFormElement | null, summary: HTMLDivElement | null): void {
  const field = form?.querySelector<HTMLElement>("[aria-invalid='true'], [data-invalid]");
  const place = field ?? (summary?.hasChildNodes() ? summary : null);
  place?.scrollIntoView({ block: field ? "center" : "nearest" });
  place?.focus({ preventScroll: true });
}

/** Before the first submission, a message goes when its field is typed in again and right; afterwards the form does this itself. */
function useTypedAgain(form: UseFormReturn<FieldValues>): void {
  useEffect(() => {
    const { unsubscribe } = form.watch((_, { name, type }) => {
      if (type !== "change" || name === undefined) return;
      const { errors, isSubmitted } = form.formState;
      if (!isSubmitted && errors[name]) void form.trigger(name);
    });
    return unsubscribe;
  }, [form]);
}

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
    const shown = shownOf(fields, typed);
    for (const field of shown) {
      const result = toApi(field, typed, locale);
      if ("problem" in result)
        unread[field.name] = {
          type: "unread",
          message: result.problem,
          ...(result.at && { types: { [`${field.name}.${result.at}`]: result.problem } }),
        };
      else if (result.value !== undefined) read[field.name] = result.value;
      // Where the schema may be sent without it, as a change of other fields is, what was emptied would silently stay as it was.
      else if (field.isRequired) unread[field.name] = { type: "required", message: EMPTY };
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
