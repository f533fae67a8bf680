"use client";

import type { FieldValues, UseFormReturn } from "react-hook-form";
import { type FormField, toApi, toTyped } from "./field.ts";
import { readerLocale } from "./reader-locale.ts";

let isPressed = false;
const waiting = new Set<() => void>();

if (typeof document !== "undefined") {
  document.addEventListener("pointerdown", () => (isPressed = true), true);
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(
      end,
      () => {
        isPressed = false;
        // After the click, which follows the release.
        setTimeout(runWaiting);
      },
      true,
    );
}

function runWaiting(): void {
  for (const run of waiting) run();
  waiting.clear();
}

/**
 * Checks a field that is left, and writes what it holds as it was understood: "$49" becomes "49.00". A field that was not changed
 * is not checked before the form is sent. While a button is pressed this waits: a message that appears would move the button
 * away from under the pointer, and the click would be lost.
 */
export function leaveField(form: UseFormReturn<FieldValues>, field: FormField): void {
  if (isPressed) waiting.add(() => checkField(form, field));
  else checkField(form, field);
}

function checkField(form: UseFormReturn<FieldValues>, field: FormField): void {
  const { name } = field;
  const { errors, isSubmitted, defaultValues } = form.formState;
  const values = form.getValues();
  const isChanged = JSON.stringify(values[name]) !== JSON.stringify(defaultValues?.[name]);
  if (!isChanged && !errors[name] && !isSubmitted) return;
  const written = asUnderstood(field, values);
  if (written !== undefined && JSON.stringify(written) !== JSON.stringify(values[name]))
    form.setValue(name, written, { shouldDirty: true });
  // What the server said of this very value stays: the schema does not know it.
  if (errors[name]?.type !== "server") void form.trigger(name);
}

const WRITTEN = new Set<FormField["kind"]>(["number", "money", "tiers", "currency"]);

/** The text of a field as its value was understood; undefined where it stays as typed. */
function asUnderstood(field: FormField, values: Record<string, unknown>): unknown {
  if (!WRITTEN.has(field.kind)) return undefined;
  const locale = readerLocale();
  const read = toApi(field, values, locale);
  if ("problem" in read || read.value === undefined || read.value === null) return undefined;
  return toTyped(field, { ...values, [field.name]: read.value }, locale);
}
