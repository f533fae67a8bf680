"use client";

import { ChevronRight } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { EntitlementInput } from "../../../../../server/domain/catalog/packs/schema.ts";
import type { FormField } from "../../../../_components/form/field.ts";
import { Fold } from "../../../../_components/form/fold.tsx";
import { FormFields } from "../../../../_components/form/form-fields.tsx";
import { resolverOf, useApiForm } from "../../../../_components/form/use-api-form.ts";
import { Button } from "../../../../_components/ui/button.tsx";
import { cn } from "../../../../_lib/cn.ts";
import { fieldsOf, isSeldom, toEntitlement, toForm } from "./entitlement-form.ts";
import type { Entry, Granted } from "./entries.ts";
import { type Sold, soldOrPriced } from "./price-slots.ts";
import { entitlementForm } from "./typed-schema.ts";

interface Props {
  entry: Entry;
  /** What the plan is sold at. */
  sold: Sold[];
  /** What it grants in words, and why it cannot be published; from the server. */
  summary: string | undefined;
  problem: string | null;
  /** What was typed can be read. */
  onRead: (input: Granted) => void;
  onRemove: () => void;
  /** Tells how to check all fields before they are saved: false when one cannot be read, which then has the focus. */
  onCheck: (check: (() => Promise<boolean>) | null) => void;
}

/** How long after the last key what was typed is read, in milliseconds. */
const QUIET = 250;

/** A feature of the plan: what it grants in words, and its form. */
export function FeatureRow({ entry, sold: onSale, summary, problem, onRead, onRemove, onCheck }: Props) {
  const { feature, isNew } = entry;
  const id = useId();
  const [isOpen, setIsOpen] = useState(isNew);
  // The form is made once; the row is made anew when the plan is sold at something else.
  const [{ sold, schema, declared, initial }] = useState(() => {
    const all = soldOrPriced(onSale, entry.granted);
    return {
      sold: all,
      schema: entitlementForm(all),
      declared: fieldsOf(feature, all),
      initial: toForm(entry.granted, all),
    };
  });
  const { form, fields } = useApiForm({ schema, fields: declared, initial });
  const read = useMemo(() => resolverOf(schema, fields), [schema, fields]);
  const latest = useRef({ onRead, onCheck });
  latest.current = { onRead, onCheck };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tell = async () => {
      // Only the values count: the resolver takes no notice of its other parameters.
      const { values, errors } = await read(form.getValues(), undefined, {
        fields: {},
        shouldUseNativeValidation: false,
      });
      if (Object.keys(errors).length > 0) return false;
      const parsed = EntitlementInput.safeParse(toEntitlement(feature.key, values, sold));
      if (parsed.success) latest.current.onRead(parsed.data);
      return parsed.success;
    };
    const typing = form.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(tell, QUIET);
    });
    latest.current.onCheck(async () => {
      clearTimeout(timer);
      if (await tell()) return true;
      setIsOpen(true);
      // Marks the fields and puts the focus in the first of them.
      await form.handleSubmit(() => undefined)();
      return false;
    });
    return () => {
      clearTimeout(timer);
      typing.unsubscribe();
      latest.current.onCheck(null);
    };
  }, [form, read, feature.key, sold]);
  const seldom = fields.filter(isSeldom);
  const isShown = (field: FormField) => field.isShown?.(form.getValues()) ?? true;
  return (
    <li>
      <div className="flex items-start gap-2 px-4 py-2.5">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-start gap-2 rounded text-left"
        >
          <ChevronRight
            aria-hidden
            className={cn("mt-0.5 size-4 shrink-0 text-muted", isOpen && "rotate-90")}
          />
          <span className="min-w-0">
            <span className="block font-medium">{feature.name}</span>
            <span className="block text-[0.8125rem] text-pretty whitespace-pre-line text-muted">
              {summary}
            </span>
            {problem && <span className="block text-[0.8125rem] text-negative">{problem}</span>}
          </span>
        </button>
        <Button variant="ghost" size="small" aria-label={`Remove ${feature.name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      <fieldset id={id} hidden={!isOpen} className="space-y-4 border-t bg-subtle/40 p-4">
        <legend className="sr-only">{feature.name}</legend>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <FormFields form={form} fields={fields.filter((field) => !isSeldom(field))} idPrefix={id} />
        </div>
        {seldom.some(isShown) && (
          <Fold
            title="Advanced"
            hasProblem={seldom.some(({ name }) => form.formState.errors[name] !== undefined)}
          >
            <FormFields form={form} fields={seldom} idPrefix={id} />
          </Fold>
        )}
      </fieldset>
    </li>
  );
}
