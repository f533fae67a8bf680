"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { type ReactNode, useMemo } from "react";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../ui/tabs.tsx";
import type { Filter } from "./list.ts";

interface Props {
  /** What the tabs are views of: "Subscriptions". */
  label: string;
  /** The filter that the tabs choose, and the name of the list, whose page is another one then. */
  filter: Filter;
  list: string;
  children: ReactNode;
}

const ALL = "all";

/** The views of a list as tabs: all of it, and each value of one filter. */
export function StatusTabs({ label, filter: { name, options }, list, children }: Props) {
  const page = `${list.replaceAll(" ", "-")}-page`;
  const parsers = useMemo(() => ({ [name]: parseAsString, [page]: parseAsString }), [name, page]);
  const [place, setPlace] = useQueryStates(parsers);
  const value = place[name] || ALL;
  return (
    <Tabs
      value={value}
      onValueChange={(chosen) => void setPlace({ [name]: chosen === ALL ? null : chosen, [page]: null })}
    >
      <TabsList aria-label={label}>
        <TabsTrigger value={ALL}>All</TabsTrigger>
        {options.map((option) => (
          <TabsTrigger key={option.value} value={option.value}>
            {option.label}
          </TabsTrigger>
        ))}
      </TabsList>
      {/* One list, which each view narrows: it stays where it is. */}
      <TabsContent value={value}>{children}</TabsContent>
    </Tabs>
  );
}
