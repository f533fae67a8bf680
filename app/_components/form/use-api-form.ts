"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { type FieldValues, type Resolver, useForm } from "react-hook-form";
import type { z } from "zod";
import { type FormField, toApi, toTyped } from "./field.ts";

interface Options<Schema extends z.ZodType> {
  /** The operation's own input schema. */
  schema: Schema;
  fields: FormField[];
  /** What is sent besides what is filled in: the id of what is changed, say. */
  fixed?: Record<string, unknown>;
  initial?: Record<string, unknown>;
}

/** A form that is checked by the very schema that the server checks with. */
export function useApiForm<Schema extends z.ZodType<FieldValues, FieldValues>>({
  schema,
  fields,
  fixed,
  initial,
}: Options<Schema>) {
  const resolver = useMemo((): Resolver<FieldValues> => {
    const check = zodResolver(schema);
    return (typed, context, options) => {
      const filled = fields
        .filter(({ isShown }) => isShown?.(typed) ?? true)
        .map((field) => [field.name, toApi(field, typed[field.name])]);
      const input = { ...Object.fromEntries(filled.filter(([, value]) => value !== undefined)), ...fixed };
      return check(input, context, options as never);
    };
  }, [schema, fields, fixed]);
  return useForm<FieldValues>({
    resolver,
    defaultValues: Object.fromEntries(
      fields.map((field) => [field.name, toTyped(field, initial?.[field.name])]),
    ),
  });
}
