"use client";

import { type ReactNode, useEffect, useId } from "react";
import type { FieldValues } from "react-hook-form";
import { DraftNotice } from "../../_components/form/draft-notice.tsx";
import type { FormField } from "../../_components/form/field.ts";
import { FormFields } from "../../_components/form/form-fields.tsx";
import { FormSummary } from "../../_components/form/form-summary.tsx";
import { useApiForm } from "../../_components/form/use-api-form.ts";
import { useDraftKey } from "../../_components/form/use-draft.ts";
import { Button } from "../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../_components/ui/card.tsx";
import type { Api } from "../../_lib/api.ts";
import { cn } from "../../_lib/cn.ts";
import { useAction, useMay } from "../../_lib/use-loaded.ts";
import { CopyFromTest } from "./copy-from-test.tsx";
import { SettingsForm } from "./settings-schema.ts";

type Settings = Awaited<ReturnType<Api["settings"]["get"]["query"]>>;

interface Props {
  title: string;
  /** What these settings are for. */
  description?: ReactNode;
  fields: FormField[];
  settings: Settings;
  /** What the values that are typed would look like; shown beside the form, which then is alone on its page and has the page's title. */
  preview?: (typed: FieldValues) => ReactNode;
  /** The TEST tenant whose values may be copied into the fields. */
  sandboxId?: string;
}

/** A group of settings that are saved together. */
export default function SettingsCard({
  title,
  description,
  fields: declared,
  settings,
  preview,
  sandboxId,
}: Props) {
  const id = useId();
  const mayChange = useMay("ADMIN");
  const { form, fields, refusal, summary, submitting, isDirty, draft } = useApiForm({
    schema: SettingsForm,
    fields: declared,
    initial: { ...settings, reminder_days: settings.reminder_days.join(", ") },
    draftKey: useDraftKey(title),
  });
  const save = useAction(
    (api, input: Parameters<Api["settings"]["update"]["mutate"]>[0]) => api.settings.update.mutate(input),
    {
      done: `${title} saved.`,
      isQuiet: true,
    },
  );
  const submit = submitting(save.mutateAsync);
  const copy = sandboxId !== undefined && mayChange && (
    <CopyFromTest sandboxId={sandboxId} form={form} fields={fields} />
  );
  const section = title.toLowerCase().replaceAll(" ", "-");
  // The cards are loaded after the page, and with them the place that the address names: it stays in view while others grow above it,
  // until the reader does something.
  useEffect(() => {
    const place = document.getElementById(section);
    if (!place || window.location.hash !== `#${section}`) return;
    const show = () => place.scrollIntoView();
    const growing = new ResizeObserver(show);
    const stop = () => growing.disconnect();
    show();
    growing.observe(document.body);
    for (const act of ["wheel", "touchstart", "pointerdown", "keydown"])
      window.addEventListener(act, stop, { once: true, passive: true });
    return stop;
  }, [section]);
  return (
    <Card aria-label={title} id={section} className="scroll-mt-20">
      {(!preview || copy) && (
        <CardHeader className={cn(preview && "justify-end")}>
          {!preview && <CardTitle>{title}</CardTitle>}
          {copy}
        </CardHeader>
      )}
      <form noValidate onSubmit={isDirty ? submit : (event) => event.preventDefault()}>
        <div className={preview && "lg:grid lg:grid-cols-2"}>
          <fieldset disabled={!mayChange} className="min-w-0 space-y-4 p-4">
            <legend className="sr-only">{title}</legend>
            {description && <p className="text-[0.8125rem] text-pretty text-muted">{description}</p>}
            {draft.isRestored && <DraftNotice form={form} forget={draft.forget} />}
            <FormFields form={form} fields={fields} idPrefix={id} />
            <FormSummary form={form} refusal={refusal} ref={summary} />
          </fieldset>
          {preview && (
            <section
              aria-label={`Preview of ${title.toLowerCase()}`}
              className="min-w-0 border-t p-4 lg:border-t-0 lg:border-l"
            >
              {preview(form.watch())}
            </section>
          )}
        </div>
        {mayChange && (
          <div
            className={cn(
              "flex justify-end border-t px-4 py-3",
              preview && "sticky bottom-0 z-10 rounded-b-lg bg-surface",
            )}
          >
            <Button
              type="submit"
              size="small"
              // Several cards stand on a page: only what was changed asks to be saved.
              variant={isDirty || preview ? "primary" : "secondary"}
              aria-disabled={!isDirty}
              className={cn(
                "aria-disabled:cursor-not-allowed",
                preview ? "aria-disabled:opacity-60" : "aria-disabled:text-muted",
              )}
              aria-label={`Save ${title.toLowerCase()}`}
              disabled={save.isPending}
            >
              {save.isPending ? "Saving…" : "Save"}
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}
