"use client";

import { useId } from "react";
import { UpdateSettings } from "../../../server/domain/tenants/settings-schema.ts";
import { DraftNotice } from "../../_components/form/draft-notice.tsx";
import type { FormField } from "../../_components/form/field.ts";
import { FormFields } from "../../_components/form/form-fields.tsx";
import { FormSummary } from "../../_components/form/form-summary.tsx";
import { useApiForm } from "../../_components/form/use-api-form.ts";
import { useDraftKey } from "../../_components/form/use-draft.ts";
import { Button } from "../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../_components/ui/card.tsx";
import type { Api } from "../../_lib/api.ts";
import { useAction, useMay } from "../../_lib/use-loaded.ts";

type Settings = Awaited<ReturnType<Api["settings"]["get"]["query"]>>;

/** A group of settings that are saved together. */
export default function SettingsCard({
  title,
  fields: declared,
  settings,
}: {
  title: string;
  fields: FormField[];
  settings: Settings;
}) {
  const id = useId();
  const mayChange = useMay("ADMIN");
  const { form, fields, refusal, summary, submitting, draft } = useApiForm({
    schema: UpdateSettings,
    fields: declared,
    initial: settings,
    draftKey: useDraftKey(title),
  });
  const save = useAction(
    (api, input: Parameters<Api["settings"]["update"]["mutate"]>[0]) => api.settings.update.mutate(input),
    {
      done: `${title} was saved.`,
      isQuiet: true,
    },
  );
  return (
    <Card aria-label={title}>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <form noValidate onSubmit={submitting(save.mutateAsync)}>
        <fieldset disabled={!mayChange} className="space-y-4 p-4">
          <legend className="sr-only">{title}</legend>
          {draft.isRestored && <DraftNotice form={form} forget={draft.forget} />}
          <FormFields form={form} fields={fields} idPrefix={id} />
          <FormSummary form={form} refusal={refusal} ref={summary} />
        </fieldset>
        {mayChange && (
          <div className="flex justify-end border-t px-4 py-3">
            <Button
              type="submit"
              size="small"
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
