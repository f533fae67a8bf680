"use client";

import { useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { type FormField, toTyped } from "../../_components/form/field.ts";
import { readerLocale } from "../../_components/form/reader-locale.ts";
import { useTell } from "../../_components/toaster.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { createBrowserApi } from "../../_lib/api.ts";
import { explainFailure } from "../../_lib/explain-failure.ts";
import { formatList } from "../../_lib/format.ts";

interface Props {
  sandboxId: string;
  form: UseFormReturn<FieldValues>;
  fields: FormField[];
}

/** A tenant's name is its own: mails say by it which of the two has written. */
const OWN = ["name"];

/** Fills the form with what the sandbox has. Nothing is saved: the form and its preview show the difference first. */
export function CopyFromTest({ sandboxId, form, fields }: Props) {
  const tell = useTell();
  const [isBusy, setIsBusy] = useState(false);

  async function copy() {
    setIsBusy(true);
    try {
      const there: Record<string, unknown> = await createBrowserApi(sandboxId).settings.get.query({});
      const values = fields
        .filter(({ name }) => !OWN.includes(name))
        .map((field) => ({ ...field, value: toTyped(field, there, readerLocale()) }));
      const differing = values.filter(({ name, value }) => form.getValues(name) !== value);
      for (const { name, value } of differing)
        form.setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
      tell(
        differing.length === 0
          ? "Test has the same. There is nothing to copy."
          : `Filled in from Test: ${formatList(differing.map(({ label }) => label))}. Look at it, then save.`,
      );
    } catch (error) {
      tell(await explainFailure(error instanceof Error ? error : new Error(String(error))), "negative");
    }
    setIsBusy(false);
  }

  return (
    <Button variant="secondary" size="small" disabled={isBusy} onClick={() => void copy()}>
      Copy from Test
    </Button>
  );
}
