import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import type { Api } from "../../_lib/api.ts";
import type { FormField } from "./field.ts";

/** What an action would do, asked of the server before it is confirmed; after a change of the form it is asked again. */
interface ActionPreview<Schema extends FormSchema, Previewed> {
  /** The text of the button that asks. */
  submit: string;
  act: (api: Api, input: z.output<Schema>) => Promise<Previewed>;
  show: (previewed: Previewed) => ReactNode;
}

export interface ActionProps<Schema extends FormSchema, Output, Previewed = undefined> {
  trigger: ReactNode;
  title: string;
  description?: ReactNode;
  /** The operation's own input schema; loaded when the window opens. */
  schema: () => Promise<Schema>;
  fields?: FormField[];
  /** Sent in addition to the fields, such as an id. What is typed and not sent is kept for these values alone. */
  fixed?: Record<string, unknown>;
  /** The object that the dialog is about, where `fixed` does not say so and the page shows the dialog for several of them. */
  about?: Record<string, unknown>;
  initial?: Record<string, unknown>;
  /** The text of the submit button. */
  submit: string;
  isDangerous?: boolean;
  /** The text of the way back, where "Cancel" could be taken for the action: "Keep subscription". */
  keep?: string;
  preview?: ActionPreview<Schema, Previewed>;
  act: (api: Api, input: z.output<Schema>, previewed: Previewed) => Promise<Output>;
  /** After a refusal what the page shows is read anew at once, and a preview is asked for again: others change the same object. */
  rereads?: boolean;
  done?: string | ((output: Output) => string);
  onDone?: (output: Output) => void;
  /** Shown instead of the form after success, for example a secret. */
  result?: (output: Output) => ReactNode;
  /** The result cannot be read again: the window stays until the member says that it is saved. */
  isShownOnce?: boolean;
  children?: ReactNode;
  /** Stands below the fields: a button that shows more of them, say. */
  below?: ReactNode;
}

export type FormSchema = z.ZodType<FieldValues, FieldValues>;
