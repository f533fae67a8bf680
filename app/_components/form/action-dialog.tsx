"use client";

import { type ReactNode, useId, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import type { Api } from "../../_lib/api.ts";
import { reasonOf, useAction } from "../../_lib/use-loaded.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogTrigger } from "../ui/dialog.tsx";
import type { FormField } from "./field.ts";
import { FormFields } from "./form-fields.tsx";
import { useApiForm } from "./use-api-form.ts";

interface Props<Schema extends z.ZodType<FieldValues, FieldValues>, Output> {
  trigger: ReactNode;
  title: string;
  description?: ReactNode;
  schema: Schema;
  fields?: FormField[];
  fixed?: Record<string, unknown>;
  initial?: Record<string, unknown>;
  /** What is done, and how its button says it. */
  submit: string;
  isDangerous?: boolean;
  act: (api: Api, input: z.output<Schema>) => Promise<Output>;
  done?: string | ((output: Output) => string);
  onDone?: (output: Output) => void;
  /** Shown instead of the form once it is done: a secret that is shown once, say. */
  result?: (output: Output) => ReactNode;
  children?: ReactNode;
}

/** Asks for what an operation needs, or just whether it is meant, does it, and says in place what was wrong. */
export function ActionDialog<Schema extends z.ZodType<FieldValues, FieldValues>, Output>(
  props: Props<Schema, Output>,
) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>{props.trigger}</DialogTrigger>
      <DialogContent title={props.title} description={props.description}>
        <ActionForm {...props} close={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

const NO_FIELDS: FormField[] = [];

function ActionForm<Schema extends z.ZodType<FieldValues, FieldValues>, Output>({
  schema,
  fields = NO_FIELDS,
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
}: Props<Schema, Output> & { close: () => void }) {
  const id = useId();
  const form = useApiForm({ schema, fields, ...(fixed && { fixed }), ...(initial && { initial }) });
  const action = useAction(act, { ...(done && { done }), isQuiet: true });
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
  // What the schema refused of fields that the form does not show.
  const hidden = Object.entries(form.formState.errors).filter(
    ([name]) => !fields.some((field) => field.name === name),
  );
  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={form.handleSubmit(async (input) => {
        const output = await action.mutateAsync(input as z.output<Schema>).catch(() => undefined);
        if (output === undefined) return;
        onDone?.(output);
        if (!result) close();
      })}
    >
      <DialogBody>
        {children}
        <FormFields form={form} fields={fields} idPrefix={id} />
        <div role="alert">
          {action.error && <Alert tone="negative">{reasonOf(action.error)}</Alert>}
          {hidden.map(([name, problem]) => (
            <Alert key={name} tone="negative">
              {name || "The form"}: {String(problem?.message ?? "is not right")}
            </Alert>
          ))}
        </div>
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
