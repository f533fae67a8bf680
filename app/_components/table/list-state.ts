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

/** Search, filters, order and page of a list. The URL holds them, so that links, reload and the back button work. */
export function useListState(filterNames: string[], initialSort: { sort: string; order: "asc" | "desc" }) {
  const names = filterNames.join(" ");
  const parsers = useMemo(() => {
    const filters = names === "" ? [] : names.split(" ");
    const all = ["q", "sort", "order", "cursor", ...filters];
    return Object.fromEntries(all.map((name) => [name, parseAsString.withDefault("")]));
  }, [names]);
  const [values, setValues] = useQueryStates(parsers, { history: "replace", shallow: true });
  // The cursors of the previous pages, as far as this visit knows them.
  const trail = useRef<string[]>([]);

  const state: ListState = {
    q: values.q ?? "",
    sort: values.sort || initialSort.sort,
    order: values.order === "asc" || values.order === "desc" ? values.order : initialSort.order,
    cursor: values.cursor ?? "",
    filters: Object.fromEntries(filterNames.map((name) => [name, values[name] ?? ""])),
  };

  function change(to: Record<string, string | null>) {
    trail.current = [];
    void setValues({ ...to, cursor: null });
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
      void setValues({ cursor }, { history: "push" });
    },
    backward() {
      void setValues({ cursor: trail.current.pop() || null }, { history: "push" });
    },
  };
}
