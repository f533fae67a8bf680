"use client";

import type { FormField } from "../_components/form/field.ts";
import { formatDayCount } from "./format.ts";
import { useLoaded } from "./use-loaded.ts";

/** The field for the days in which an invoice is to be paid by transfer; its hint says how many the settings have. */
export function useDueDaysField(): FormField {
  const { data } = useLoaded("settings", "all", (api, signal) => api.settings.get.query({}, { signal }));
  const usual = data
    ? `${formatDayCount(data.invoice_due_days)}, as your settings say`
    : "the days of your settings";
  return {
    name: "due_days",
    label: "Days to pay",
    kind: "number",
    hint: `Leave empty for ${usual}.`,
  };
}
