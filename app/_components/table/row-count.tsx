"use client";

import type { Api } from "../../_lib/api.ts";
import { formatCount } from "../../_lib/format.ts";
import { countOf } from "../../_lib/units.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";

interface Props<Input> {
  /** One row: "customer". */
  unit: string;
  input: Input;
  query: (api: Api) => {
    query: (input: Input, options: { signal?: AbortSignal }) => Promise<{ count: number; is_more: boolean }>;
  };
}

/** How many rows the present search and filters leave, not those of the shown page alone. */
export function RowCount<Input>({ unit, input, query }: Props<Input>) {
  const { data } = useLoaded(
    `${unit} count`,
    input,
    (api, signal) => query(api).query(input, signal ? { signal } : {}),
    { keepsPrevious: true },
  );
  if (!data) return null;
  return (
    <p className="border-t px-4 py-2.5 text-xs text-muted tabular-nums">
      {data.is_more ? `More than ${formatCount(data.count)} ${unit}s` : countOf(data.count, unit)}
    </p>
  );
}
