"use client";

import { useEffect, useId, useRef, useState } from "react";
import { useAction } from "../../_lib/use-loaded.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "../ui/dialog.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { ActionProps, FormSchema } from "./action.ts";
import type { FormField } from "./field.ts";
import { FormFields } from "./form-fields.tsx";
import { FormSummary } from "./form-summary.tsx";
import { useApiForm } from "./use-api-form.ts";

type Props = ActionProps<FormSchema, unknown, unknown> & { close: () => void };

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
  preview,
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
  const asked = useAction(
    async (api, input: Parameters<typeof act>[1]) => ({ answer: await preview?.act(api, input) }),
    { isQuiet: true, leaves: true },
  );
  const action = useAction((api, input: Parameters<typeof act>[1]) => act(api, input, asked.data?.answer), {
    ...(done && { done }),
    isQuiet: true,
    leaves: onDone !== undefined,
  });
  const { reset } = asked;
  useEffect(() => {
    const typing = form.watch(() => reset());
    return () => typing.unsubscribe();
  }, [form, reset]);
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked.data) answer.current?.scrollIntoView({ block: "nearest" });
  }, [asked.data]);
  const asksFirst = preview !== undefined && asked.data === undefined;
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
      onSubmit={
        asksFirst
          ? submitting(asked.mutateAsync)
          : submitting(action.mutateAsync, (output) => {
              onDone?.(output);
              if (!result) close();
              return null;
            })
      }
    >
      <DialogBody>
        {children}
        <FormFields form={form} fields={fields} idPrefix={id} />
        {preview && (
          <div role="status" ref={answer}>
            {asked.data && preview.show(asked.data.answer)}
          </div>
        )}
        <FormSummary form={form} refusal={refusal} ref={summary} />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={close}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant={isDangerous && !asksFirst ? "danger" : "primary"}
          disabled={action.isPending || asked.isPending}
        >
          {action.isPending || asked.isPending ? "Working…" : asksFirst ? preview.submit : submit}
        </Button>
      </DialogFooter>
    </form>
  );
}
