"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useMemo, useRef } from "react";

export interface ListState {
  q: string;
  sort: string;
  order: "asc" | "desc";
  cursor: string;
  filters: Record<string, string>;
}

/**
 * Search, filters, order and page of the list of that name. The URL holds them, so that links, reload and the back button
 * work. The page is written with the list and with what narrows and sorts it: for another list, or another choice of rows,
 * it is void, and the first page is shown.
 */
export function useListState(
  list: string,
  filterNames: string[],
  initialSort: { sort: string; order: "asc" | "desc" },
) {
  const names = filterNames.join(" ");
  const pageName = `${list.replaceAll(" ", "-")}-page`;
  const parsers = useMemo(() => {
    const filters = names === "" ? [] : names.split(" ");
    const all = ["q", "sort", "order", pageName, ...filters];
    return Object.fromEntries(all.map((name) => [name, parseAsString.withDefault("")]));
  }, [names, pageName]);
  const [values, setValues] = useQueryStates(parsers, { history: "replace", shallow: true });
  // The cursors of the previous pages, as far as this visit knows them.
  const trail = useRef<string[]>([]);

  const q = values.q ?? "";
  const sort = values.sort || initialSort.sort;
  const order = values.order === "asc" || values.order === "desc" ? values.order : initialSort.order;
  const filters = Object.fromEntries(filterNames.map((name) => [name, values[name] ?? ""]));
  const choice = `${[sort, order, ...Object.values(filters), q].join(".")}:`;
  const page = values[pageName] ?? "";
  const state: ListState = {
    q,
    sort,
    order,
    filters,
    cursor: page.startsWith(choice) ? page.slice(choice.length) : "",
  };

  const show = (cursor: string) =>
    void setValues({ [pageName]: cursor === "" ? null : choice + cursor }, { history: "push" });

  function change(to: Record<string, string | null>) {
    trail.current = [];
    void setValues({ ...to, [pageName]: null });
  }

  return {
    state,
    isFirst: state.cursor === "",
    isNarrowed: state.q !== "" || Object.values(state.filters).some((value) => value !== ""),
    search: (q: string) => change({ q: q || null }),
    filter: (name: string, value: string) => change({ [name]: value || null }),
    clear: () => change(Object.fromEntries(["q", ...filterNames].map((name) => [name, null]))),
    sortBy: (sort: string) =>
      change({ sort, order: state.sort === sort && state.order === "desc" ? "asc" : "desc" }),
    forward(cursor: string) {
      trail.current.push(state.cursor);
      show(cursor);
    },
    backward() {
      show(trail.current.pop() ?? "");
    },
  };
}
