"use client";

import { ListFilter, Search, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "../../_lib/cn.ts";
import { shown } from "../../_lib/shown.ts";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/input.tsx";
import { Select } from "../ui/select.tsx";
import type { Filter } from "./list.ts";
import type { useListState } from "./list-state.ts";

const TYPING_MS = 250;
/** As many filters stand in the bar of a wide screen beside views. */
const FEW = 2;

interface Props {
  list: ReturnType<typeof useListState>;
  filters: Filter[];
  search?: string;
  actions?: ReactNode;
}

/** Search and filters of a list. */
export function Toolbar({ list, filters, search, actions }: Props) {
  const { q } = list.state;
  const shown = filters.filter(({ isInViews }) => !isInViews);
  const [typed, setTyped] = useState(q);
  const set = shown.filter(({ name }) => (list.state.filters[name] ?? "") !== "").length;
  // On a phone, several filters are behind a button.
  const [isOpen, setOpen] = useState(false);
  const isAlone = shown.length === 1;
  // Where views do most of the narrowing, so are more than a few on a wide screen, too; those that are set stay.
  const isFolded = shown.length > FEW && shown.length < filters.length;
  // The back button and the clear button change the search without typing.
  useEffect(() => setTyped(q), [q]);
  // Text typed before the page's scripts loaded is only in the field itself.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped((known) => field.current?.value ?? known), []);
  useEffect(() => {
    if (typed === q) return;
    const timer = setTimeout(() => list.search(typed), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div className="flex flex-wrap items-center gap-2 border-b p-2.5">
      {search && (
        <div className="relative min-w-48 flex-1 max-sm:basis-full sm:max-w-80">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
          />
          <Input
            ref={field}
            type="search"
            aria-label={search}
            placeholder={search}
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.target.value)}
            className="h-8 pl-8"
          />
        </div>
      )}
      {shown.length > 1 && (
        <Button
          variant="secondary"
          size="small"
          className={isFolded ? "" : "sm:hidden"}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <ListFilter aria-hidden />
          {set > 0 ? `Filters: ${set}` : "Filters"}
        </Button>
      )}
      {shown.map((filter) => (
        <div
          key={filter.name}
          className={
            isAlone
              ? "max-sm:flex-1"
              : cn(
                  "max-sm:order-last max-sm:basis-full",
                  !isOpen && "max-sm:hidden",
                  isFolded && !isOpen && !list.state.filters[filter.name] && "sm:hidden",
                )
          }
        >
          <FilterChoice
            filter={filter}
            value={list.state.filters[filter.name] ?? ""}
            choose={(value) => list.filter(filter.name, value)}
          />
        </div>
      ))}
      <div className="ml-auto flex gap-2">{actions}</div>
    </div>
  );
}

interface FilterChoiceProps {
  filter: Filter;
  value: string;
  choose: (value: string) => void;
}

/** A filter: a menu, which is a chip with its name and a button that takes it off while something is chosen. */
function FilterChoice({ filter: { label, none, options }, value, choose }: FilterChoiceProps) {
  const menu = useRef<HTMLSelectElement>(null);
  const isSet = value !== "";
  return (
    <div className={cn(isSet && "flex items-center rounded-md border border-primary bg-notice-ground")}>
      {isSet && none === undefined && (
        <span aria-hidden className="pl-2.5 text-[0.8125rem] whitespace-nowrap text-notice">
          {label}:
        </span>
      )}
      <Select
        ref={menu}
        aria-label={label}
        value={value}
        onChange={(event) => choose(event.target.value)}
        className={cn(
          "sm:text-[0.8125rem]",
          isSet ? "h-[1.875rem] border-0 bg-transparent pl-1.5 font-medium" : "h-8 min-w-32",
        )}
      >
        <option value="">{none ?? `${label}: any`}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {shown(option.label)}
          </option>
        ))}
      </Select>
      {isSet && (
        <button
          type="button"
          aria-label={`Take off “${options.find((option) => option.value === value)?.label ?? value}”`}
          onClick={() => {
            choose("");
            menu.current?.focus();
          }}
          className="mr-1 flex size-6 shrink-0 items-center justify-center rounded text-notice hover:bg-subtle"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
