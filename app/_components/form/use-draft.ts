"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { draftKeyOf, forgetDraft, keepDraft, readDraft } from "../../_lib/drafts.ts";
import type { FormField } from "./field.ts";

/** The key of a form's draft: the form of that title, on this page, in this tenant, about this object. */
export function useDraftKey(title: string, about?: Record<string, unknown>): string {
  const { tenant } = useDashboard();
  return draftKeyOf({ tenantId: tenant.tenantId, path: usePathname(), title, about });
}

interface Options {
  form: UseFormReturn<FieldValues>;
  fields: FormField[];
  key: string | undefined;
}

/**
 * Keeps what is typed in the tab until it is sent or discarded, and fills it in again when the form is opened the next time.
 * Passwords and keys are not kept.
 */
export function useDraft({ form, fields, key }: Options): { isRestored: boolean; forget: () => void } {
  const [isRestored, setIsRestored] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled in once, when the form opens
  useEffect(() => {
    const kept = key === undefined ? null : readDraft(key);
    const restored = fields.filter(({ name, kind }) => kind !== "password" && kept?.[name] !== undefined);
    for (const { name } of restored) form.setValue(name, kept?.[name], { shouldDirty: true });
    if (restored.length > 0) setIsRestored(true);
  }, []);
  useEffect(() => {
    if (key === undefined) return;
    const { unsubscribe } = form.watch((typed, { name, type }) => {
      if (type !== "change" || name === undefined) return;
      const kept = fields.filter((field) => field.kind !== "password" && isChanged(form, typed, field.name));
      if (kept.length > 0)
        keepDraft(key, Object.fromEntries(kept.map((field) => [field.name, typed[field.name]])));
      else forgetDraft(key);
    });
    return unsubscribe;
  }, [form, fields, key]);
  return {
    isRestored,
    forget: () => {
      setIsRestored(false);
      if (key !== undefined) forgetDraft(key);
    },
  };
}

const isChanged = (form: UseFormReturn<FieldValues>, typed: FieldValues, name: string) =>
  JSON.stringify(typed[name]) !== JSON.stringify(form.formState.defaultValues?.[name]);
