"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { Filter } from "./list.ts";
import { Views } from "./views.tsx";

interface Props {
  /** What they are views of: "Subscriptions". */
  label: string;
  /** The filter that the views choose, and the name of the list, whose page is another one then. */
  filter: Filter;
  list: string;
}

const ALL = "all";

/** The views of a list: all of it, and each value of one filter. */
export function StatusViews({ label, filter: { name, options }, list }: Props) {
  const page = `${list.replaceAll(" ", "-")}-page`;
  const parsers = useMemo(() => ({ [name]: parseAsString, [page]: parseAsString }), [name, page]);
  const [place, setPlace] = useQueryStates(parsers);
  return (
    <Views
      label={label}
      views={[{ value: ALL, label: "All" }, ...options]}
      value={place[name] || ALL}
      onChoose={(chosen) => void setPlace({ [name]: chosen === ALL ? null : chosen, [page]: null })}
    />
  );
}
