"use client";

import { unitFor } from "../../../server/platform/units.ts";
import type { Api } from "../../_lib/api.ts";
import { formatCount } from "../../_lib/format.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import type { Filter } from "./list.ts";
import { type ListState, useListState } from "./list-state.ts";

interface Counted {
  count: number;
  is_more?: boolean;
}

interface Props<Input> {
  /** The name and the filters of the list, as its table has them. */
  name: string;
  filters: readonly Filter[];
  /** One row: "customer". */
  unit: string;
  /** The name under which the counts are kept, where something else of the page has them, too. */
  loadedAs?: string;
  /** The input of the query, from what narrows the list. The URL holds that, so the server validates it. */
  input: (state: Pick<ListState, "q" | "filters">) => Input;
  query: (api: Api) => {
    query: (input: Input, options: { signal?: AbortSignal }) => Promise<Counted>;
  };
}

/** How many rows a list has, beside the title of its page: "24", or "3 of 24" where search or filters narrow it. */
export function RowCount<Input>({
  name,
  filters,
  unit,
  loadedAs = `${unit} count`,
  input,
  query,
}: Props<Input>) {
  const { state, isNarrowed } = useListState(
    name,
    filters.map((filter) => filter.name),
    { sort: "", order: "desc" },
  );
  const count = (of: Input) => (api: Api, signal: AbortSignal) => query(api).query(of, { signal });
  const none = Object.fromEntries(Object.keys(state.filters).map((filter) => [filter, ""]));
  const [shown, whole] = [input(state), input({ q: "", filters: none })];
  const { data } = useLoaded(loadedAs, shown, count(shown), { keepsPrevious: true });
  const { data: all } = useLoaded(loadedAs, whole, count(whole), { isWanted: isNarrowed });
  if (!data) return null;
  const isPart = isNarrowed && all !== undefined && all.count > data.count;
  return (
    <span className="text-[0.8125rem] text-muted tabular-nums">
      {told(data)}
      {isPart && ` of ${told(all)}`}
      <span className="sr-only"> {unitFor(isPart ? all.count : data.count, unit)}</span>
    </span>
  );
}

const told = ({ count, is_more: isMore }: Counted): string =>
  isMore ? `more than ${formatCount(count)}` : formatCount(count);
