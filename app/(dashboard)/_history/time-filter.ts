import type { Filter } from "../../_components/table/list.ts";

const DAY_MS = 86_400_000;

/** A filter by when something happened. */
export const TIME_FILTER: Filter = {
  name: "since",
  label: "When",
  options: [
    { value: "1", label: "Since yesterday" },
    { value: "7", label: "In 7 days" },
    { value: "30", label: "In 30 days" },
    { value: "90", label: "In 90 days" },
  ],
};

/** The start of the day so many days before, in UTC: the same for a whole day, so that a list is not loaded anew. */
export function startOf(days: string | undefined): { from?: string } {
  const count = Number(days);
  if (!days || !Number.isInteger(count) || count < 1) return {};
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return { from: new Date(today - count * DAY_MS).toISOString() };
}
