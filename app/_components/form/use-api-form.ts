"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { type FieldErrors, type FieldValues, type Resolver, useForm } from "react-hook-form";
import type { z } from "zod";
import { currencyOf, type FormField, toApi, toTyped } from "./field.ts";
import { moneyRefusal, moneyRulesAt, withMoneyFields } from "./money-fields.ts";
import { readerLocale } from "./reader-locale.ts";

interface Options<Schema extends z.ZodType> {
  /** The operation's own input schema. */
  schema: Schema;
  fields: FormField[];
  /** What is sent besides what is filled in: the id of what is changed, say. */
  fixed?: Record<string, unknown>;
  initial?: Record<string, unknown>;
}

/** A form that is checked by the very schema that the server checks with; and its fields, those of money made such. */
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
  return { form, fields };
}

/** Reads what was typed, has the schema judge it, and says in words what is wrong with amounts. */
export function resolverOf(
  schema: z.ZodType<FieldValues, FieldValues>,
  fields: FormField[],
  fixed?: Record<string, unknown>,
): Resolver<FieldValues> {
  const check = zodResolver(schema);
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
