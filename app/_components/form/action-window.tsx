"use client";

import { useEffect, useId, useState } from "react";
import { useAction } from "../../_lib/use-loaded.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "../ui/dialog.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { ActionProps, FormSchema } from "./action.ts";
import type { FormField } from "./field.ts";
import { FormFields } from "./form-fields.tsx";
import { FormSummary } from "./form-summary.tsx";
import { useApiForm } from "./use-api-form.ts";

type Props = ActionProps<FormSchema, unknown> & { close: () => void };

/** The dialog of an action: its form, as soon as the schema is loaded. */
export default function ActionWindow(props: Props) {
  const { title, description, schema: load, close } = props;
  const [schema, setSchema] = useState<FormSchema | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, when the window opens
  useEffect(() => {
    let isGone = false;
    void load().then((loaded) => !isGone && setSchema(loaded));
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent title={title} description={description}>
        {schema ? (
          <ActionForm {...props} schema={schema} />
        ) : (
          <DialogBody>
            <Skeleton className="h-24 w-full" />
          </DialogBody>
        )}
      </DialogContent>
    </Dialog>
  );
}

const NO_FIELDS: FormField[] = [];

function ActionForm({
  schema,
  fields: declared = NO_FIELDS,
  fixed,
  initial,
  submit,
  isDangerous,
  act,
  done,
  onDone,
  result,
  children,
  close,
}: Omit<Props, "schema"> & { schema: FormSchema }) {
  const id = useId();
  const { form, fields, refusal, summary, submitting } = useApiForm({
    schema,
    fields: declared,
    ...(fixed && { fixed }),
    ...(initial && { initial }),
  });
  const action = useAction(act, { ...(done && { done }), isQuiet: true, leaves: onDone !== undefined });
  if (result && action.data !== undefined) {
    return (
      <>
        <DialogBody>{result(action.data)}</DialogBody>
        <DialogFooter>
          <Button onClick={close}>Done</Button>
        </DialogFooter>
      </>
    );
  }
  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={submitting(action.mutateAsync, (output) => {
        onDone?.(output);
        if (!result) close();
        return null;
      })}
    >
      <DialogBody>
        {children}
        <FormFields form={form} fields={fields} idPrefix={id} />
        <FormSummary form={form} refusal={refusal} ref={summary} />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" variant={isDangerous ? "danger" : "primary"} disabled={action.isPending}>
          {action.isPending ? "Working…" : submit}
        </Button>
      </DialogFooter>
    </form>
  );
}
