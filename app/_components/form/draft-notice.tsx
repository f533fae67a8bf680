"use client";

import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Button } from "../ui/button.tsx";

interface Props {
  form: UseFormReturn<FieldValues>;
  forget: () => void;
}

/** Says that the form holds what was typed before, and offers to begin anew. */
export function DraftNotice({ form, forget }: Props) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-between gap-2 text-[0.8125rem] text-muted"
    >
      What you had typed is here again.
      <Button
        variant="ghost"
        size="small"
        onClick={() => {
          forget();
          form.reset();
        }}
      >
        Start over
      </Button>
    </p>
  );
}
