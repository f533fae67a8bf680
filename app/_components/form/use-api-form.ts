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
  /** What is sent besides what is filled in: the id of what is changed, say. */
  fixed?: Record<string, unknown>;
  initial?: Record<string, unknown>;
}

/**
 * A form that is checked by the very schema that the server checks with; its fields, those of money made such; and the server's
 * refusal of the last try, in words. `submitting` makes the form's onSubmit; each try begins by clearing the refusal of the one
 * before it, also when the schema stops the new one.
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
    /** What follows; it may answer why the output is a refusal after all. */
    follow?: (output: Output) => string | null | undefined,
  ) {
    // The resolver answers what the schema made of the fields.
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

/** Reads what was typed, has the schema judge it, and says in words what is wrong with amounts. */
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
