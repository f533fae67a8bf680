"use client";

import type { Route } from "next";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import type { Api } from "../../_lib/api.ts";
import { cn } from "../../_lib/cn.ts";
import type { CsvRow } from "../../_lib/csv.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { Empty } from "../empty.tsx";
import { LoadFailure } from "../load-failure.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../ui/card.tsx";
import type { Column } from "./column.ts";
import type { Source } from "./export-button.tsx";
import type { FilePart, Filter, PageInput, PageQuery } from "./list.ts";
import { type ListState, useListState } from "./list-state.ts";
import { enterByArrow } from "./move-by-arrow.ts";
import { RowsSkeleton } from "./rows-skeleton.tsx";
import { RowsTable } from "./rows-table.tsx";
import { type List, Pager } from "./table-parts.tsx";
import { Toolbar } from "./toolbar.tsx";

const ExportButton = dynamic(() => import("./export-button.tsx").then((part) => part.ExportButton), {
  ssr: false,
  // As high as the button: nothing moves when it comes.
  loading: () => <span className="block h-8 w-8 sm:w-24" />,
}) as typeof import("./export-button.tsx").ExportButton;

interface Props<Row, Input> {
  /** The name of the rows, in the plural: "customers". */
  name: string;
  /** Shown above the list, where it is not the only one of its page. */
  title?: string | undefined;
  columns: Column<Row>[];
  /** The query that the rows come from. It knows nothing but its input, under which its answers are kept. */
  query: (api: Api) => PageQuery<Input, Row>;
  /** The whole input of the query: also whose rows they are. The URL holds the state, so the server validates it. */
  input: (state: ListState, page: PageInput) => NoInfer<Input>;
  href?: (row: Row) => Route;
  search?: string;
  filters?: Filter[];
  /** As many rows make search, filters and export worth their place; without it they always are. */
  toolsFrom?: number | undefined;
  initialSort?: { sort: string; order: "asc" | "desc" };
  /** Makes rows selectable, with actions for the selected ones. */
  bulk?: (rows: Row[], clear: () => void) => ReactNode;
  /** A row in the file of the list. */
  csv?: (row: Row) => CsvRow;
  /** A part of the file of the list, where an operation writes it: the file that the API gives, too. */
  file?: (api: Api, state: ListState, cursor: string | null) => Promise<FilePart>;
  /** Puts together rows of a page that are shown as one; the file of all rows has each. */
  arrange?: (rows: Row[]) => Row[];
  empty: ReactNode;
  refetchInterval?: number | false;
  actions?: ReactNode;
  /** What all rows of the present filter come to, below the rows. */
  totals?: (state: ListState) => ReactNode;
  /** What the list leaves out, below it, be there rows or not. */
  note?: (list: List) => ReactNode;
}

const PAGE = 50;
const NEWEST = { sort: "", order: "desc" } as const;
const NONE: ReadonlySet<string> = new Set();

/** A table of the tenant's objects. The server searches, filters, sorts and pages; the URL holds the state. */
export function DataTable<Row extends { id: string }, Input>(props: Props<Row, Input>) {
  const { name, query, filters = [], initialSort = NEWEST, bulk } = props;
  const list = useListState(
    name,
    filters.map((filter) => filter.name),
    initialSort,
  );
  const { state } = list;
  const [chosen, setChosen] = useState(NONE);
  const input = props.input(state, { limit: PAGE, ...(state.cursor && { cursor: state.cursor }) });
  const { data, error, refetch, isPlaceholderData } = useLoaded(
    name,
    input,
    (api, signal) => query(api).query(input, { signal }),
    { keepsPrevious: true, refetchInterval: props.refetchInterval ?? false },
  );
  const loaded: Row[] = data?.data ?? [];
  const rows = props.arrange ? props.arrange(loaded) : loaded;
  const { toolsFrom = 0 } = props;
  const isAll = list.isFirst && !data?.next_cursor;
  const hasTools = toolsFrom === 0 || list.isNarrowed || !isAll || rows.length >= toolsFrom;
  return (
    <Card aria-label={capital(name)} className="relative" onKeyDown={enterByArrow}>
      {props.title && (
        <CardHeader>
          <CardTitle>{props.title}</CardTitle>
        </CardHeader>
      )}
      {hasTools && (
        <ListToolbar
          {...props}
          list={list}
          hasRows={rows.length > 0}
          isEmpty={data !== undefined && !isPlaceholderData && rows.length === 0 && isWhole(list)}
        />
      )}
      {bulk && (
        <ChosenBar rows={rows.filter(({ id }) => chosen.has(id))} bulk={bulk} clear={() => setChosen(NONE)} />
      )}
      {error && !data ? (
        <div className="p-4">
          <LoadFailure what={`The ${name}`} error={error} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <RowsSkeleton columns={props.columns} hasChoice={bulk !== undefined} />
      ) : rows.length === 0 ? (
        <NoRows name={name} list={list} empty={props.empty} />
      ) : (
        <div
          className={cn(
            "scroll-hint relative overflow-x-auto transition-opacity first:rounded-t-lg last:rounded-b-lg",
            isPlaceholderData && "opacity-60",
          )}
          aria-busy={isPlaceholderData}
        >
          <RowsTable
            label={capital(name)}
            chooseAllLabel={`Choose all ${name} on this page`}
            columns={props.columns}
            rows={rows}
            list={list}
            href={props.href}
            selection={bulk && { chosen, choose: setChosen }}
          />
        </div>
      )}
      {rows.length > 0 && props.totals?.(state)}
      {data && props.note?.(list)}
      {data && (!list.isFirst || data.next_cursor) && (
        <Pager name={name} list={list} next={data.next_cursor} isLoading={isPlaceholderData} />
      )}
    </Card>
  );
}

interface ListToolbarProps<Row, Input> extends Props<Row, Input> {
  list: List;
  hasRows: boolean;
  /** Whether there is nothing to search or filter. */
  isEmpty: boolean;
}

function ListToolbar<Row, Input>(props: ListToolbarProps<Row, Input>) {
  const { name, query, input, csv, file, actions, list, hasRows, isEmpty } = props;
  const { search, filters = [] } = isEmpty ? {} : props;
  const { api } = useDashboard();
  const source: Source<Row> | null = file
    ? { part: (cursor) => file(api, list.state, cursor) }
    : csv
      ? {
          row: csv,
          page: (cursor, limit) =>
            query(api).query(input(list.state, { limit, ...(cursor && { cursor }) }), {}),
        }
      : null;
  const hasExport = source !== null && hasRows;
  // Without tools there is no bar.
  if (!search && !actions && !hasExport && filters.length === 0) return null;
  return (
    <Toolbar
      list={list}
      filters={filters}
      {...(search && { search })}
      actions={
        <>
          {actions}
          {source && hasRows && <ExportButton name={name} source={source} />}
        </>
      }
    />
  );
}

interface ChosenBarProps<Row> {
  rows: Row[];
  bulk: (rows: Row[], clear: () => void) => ReactNode;
  clear: () => void;
}

/** The number of selected rows, and the actions for them. */
function ChosenBar<Row>({ rows, bulk, clear }: ChosenBarProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b bg-notice-ground px-4 py-2">
      <span className="mr-2 text-[0.8125rem] font-medium text-notice">{rows.length} chosen</span>
      {bulk(rows, clear)}
      <Button variant="ghost" size="small" onClick={clear}>
        Clear
      </Button>
    </div>
  );
}

function NoRows({ name, list, empty }: { name: string; list: List; empty: ReactNode }) {
  if (!list.isNarrowed) return empty;
  return (
    <Empty
      title={`No ${name} match`}
      action={
        <Button variant="secondary" size="small" onClick={list.clear}>
          Clear search and filters
        </Button>
      }
    >
      Try fewer words or another filter.
    </Empty>
  );
}

/** Whether it is all there is, without a search or a filter. */
const isWhole = (list: List) => list.isFirst && !list.isNarrowed;

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
