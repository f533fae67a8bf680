import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import type { Api } from "../../_lib/api.ts";
import type { FormField } from "./field.ts";

export interface ActionProps<Schema extends FormSchema, Output> {
  trigger: ReactNode;
  title: string;
  description?: ReactNode;
  /** The operation's own input schema; loaded when the window opens. */
  schema: () => Promise<Schema>;
  fields?: FormField[];
  fixed?: Record<string, unknown>;
  initial?: Record<string, unknown>;
  /** The text of the submit button. */
  submit: string;
  isDangerous?: boolean;
  act: (api: Api, input: z.output<Schema>) => Promise<Output>;
  done?: string | ((output: Output) => string);
  onDone?: (output: Output) => void;
  /** Shown instead of the form after success, for example a secret that is shown once. */
  result?: (output: Output) => ReactNode;
  children?: ReactNode;
}

export type FormSchema = z.ZodType<FieldValues, FieldValues>;
