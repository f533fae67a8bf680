"use client";

import { useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { FormField } from "./field.ts";

const LONGEST = 64;

/** A name as an identifier: lower-case letters and digits, joined by the separator. "" when no character can be used. */
export function identifierOf(name: string, sign: "-" | "_"): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (words ?? []).join(sign).slice(0, LONGEST).replace(/[-_]$/, "");
}

/** Fills in the fields derived from another one while that is typed, until the user edits them. */
export function useProposals(form: UseFormReturn<FieldValues>, fields: FormField[]): void {
  const proposals = useRef<Record<string, string>>({});
  useEffect(() => {
    const { unsubscribe } = form.watch((typed, { name: changed }) => {
      for (const { name, proposedFrom } of fields) {
        if (!proposedFrom || proposedFrom.field !== changed) continue;
        if (String(typed[name] ?? "") !== (proposals.current[name] ?? "")) continue;
        const proposal = identifierOf(String(typed[changed] ?? ""), proposedFrom.sign);
        proposals.current[name] = proposal;
        form.setValue(name, proposal, { shouldValidate: form.formState.isSubmitted });
      }
    });
    return unsubscribe;
  }, [form, fields]);
}
