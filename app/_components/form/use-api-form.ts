"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo, useState } from "react";
import {
  type FieldErrors,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import { reasonOf } from "../../_lib/use-loaded.ts";
import { currencyOf, type FormField, toApi, toTyped } from "./field.ts";
import { moneyRefusal, moneyRulesAt, withMoneyFields } from "./money-fields.ts";
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
 * the schema then refuses the input.
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
  function submitting<Output>(
    act: (input: z.output<Schema>) => Promise<Output>,
    /** Runs after validation; may return an error message. */
    follow?: (output: Output) => string | null | undefined,
  ) {
    // The resolver returns the output of the schema.
    const send = form.handleSubmit((input) =>
      act(input as z.output<Schema>).then(
        (output) => setRefusal(follow?.(output) ?? null),
        (error: Error) => setRefusal(reasonOf(error)),
      ),
    );
    return (event: SubmitEvent) => {
      setRefusal(null);
      return send(event);
    };
  }
  return { form, fields, refusal, submitting };
}

type SubmitEvent = Parameters<ReturnType<UseFormReturn<FieldValues>["handleSubmit"]>>[0];

/** Converts the input, validates it with the schema, and turns issues with amounts into messages in major units. */
export function resolverOf(
  schema: z.ZodType<FieldValues, FieldValues>,
  fields: FormField[],
  fixed?: Record<string, unknown>,
): Resolver<FieldValues> {
  const check = zodResolver(schema, { error: wordsForIssue });
  return async (typed, context, options) => {
    const locale = readerLocale();
    const input: Record<string, unknown> = {};
    const unread: FieldErrors = {};
    const shown = fields.filter(({ isShown }) => isShown?.(typed) ?? true);
    for (const field of shown) {
      const read = toApi(field, typed, locale);
      if ("problem" in read) unread[field.name] = { type: "unread", message: read.problem };
      else if (read.value !== undefined) input[field.name] = read.value;
    }
    const judged = await check({ ...input, ...fixed }, context, options as never);
    for (const field of shown) {
      const refused = judged.errors[field.name];
      const rules = refused && moneyRulesAt(schema, field.name);
      if (!rules) continue;
      const message = moneyRefusal(rules, input[field.name], currencyOf(field, typed));
      if (message) judged.errors[field.name] = { type: "refused", message };
    }
    const errors = { ...judged.errors, ...unread };
    return Object.keys(errors).length > 0 ? { values: {}, errors } : judged;
  };
}
