"use client";

import type { Ref } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { cn } from "../../_lib/cn.ts";
import { RefusalWords } from "../refusal-words.tsx";
import { Alert } from "../ui/alert.tsx";
import { WHOLE_FORM } from "./place-issues.ts";

interface Props {
  className?: string;
  form: UseFormReturn<FieldValues>;
  /** The server's error message. */
  refusal: string | null;
  ref: Ref<HTMLDivElement>;
}

/** The error messages that belong to no field of a form: the server's, and the schema's about what the form does not show. */
export function FormSummary({ className, form, refusal, ref }: Props) {
  const messages = Object.values(form.formState.errors[WHOLE_FORM]?.types ?? {}).map(String);
  if (refusal) messages.unshift(refusal);
  return (
    <div
      role="alert"
      ref={ref}
      tabIndex={-1}
      className={cn("space-y-2 rounded-md", messages.length > 0 && className)}
    >
      {messages.map((message) => (
        <Alert key={message} tone="negative" className="wrap-anywhere">
          <RefusalWords text={message} />
        </Alert>
      ))}
    </div>
  );
}
