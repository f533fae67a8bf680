"use client";

import { Slot } from "@radix-ui/react-slot";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import type { Api } from "../../_lib/api.ts";
import type { FormField } from "./field.ts";

export type FormSchema = z.ZodType<FieldValues, FieldValues>;

export interface ActionProps<Schema extends FormSchema, Output> {
  trigger: ReactNode;
  title: string;
  description?: ReactNode;
  /** The operation's own input schema; loaded when the window opens. */
  schema: () => Promise<Schema>;
  fields?: FormField[];
  fixed?: Record<string, unknown>;
  initial?: Record<string, unknown>;
  /** What is done, as its button says it. */
  submit: string;
  isDangerous?: boolean;
  act: (api: Api, input: z.output<Schema>) => Promise<Output>;
  done?: string | ((output: Output) => string);
  onDone?: (output: Output) => void;
  /** Shown instead of the form once it is done: a secret that is shown once, say. */
  result?: (output: Output) => ReactNode;
  children?: ReactNode;
}

// With forms, schemas and the window itself: nobody needs them before pressing the button.
const ActionWindow = dynamic(() => import("./action-window.tsx"), { ssr: false });

/** Asks for what an operation needs, or just whether it is meant, does it, and says in place what was wrong. */
export function ActionDialog<Schema extends FormSchema, Output>(props: ActionProps<Schema, Output>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Slot aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {props.trigger}
      </Slot>
      {/* The window is loaded apart, where its types are not known. */}
      {isOpen && (
        <ActionWindow
          {...(props as unknown as ActionProps<FormSchema, unknown>)}
          close={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
