"use client";

import { type ColumnDef, tableFeatures, useTable } from "@tanstack/react-table";
import type { Route } from "next";
import { type ReactNode, useMemo } from "react";
import { shown } from "../../_lib/shown.ts";
import { Link } from "../link.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../ui/table.tsx";
import { cellShape, headShape } from "./cell-shape.ts";
import type { Column } from "./column.ts";
import { moveByArrow } from "./move-by-arrow.ts";
import { ColumnTitle, type List } from "./table-parts.tsx";

const features = tableFeatures({});

/** The selected rows, and the function that changes the selection. */
export interface Selection {
  chosen: ReadonlySet<string>;
  choose: (ids: ReadonlySet<string>) => void;
}

/** A row whose title has the focus is framed whole, as a click anywhere on it opens it. */
const ROW_LOOK =
  "relative transition-colors hover:bg-subtle/60 has-[[data-cell=title]>:focus-visible]:bg-subtle/60 has-[[data-cell=title]>:focus-visible]:outline-2 has-[[data-cell=title]>:focus-visible]:-outline-offset-2 has-[[data-cell=title]>:focus-visible]:outline-ring [&>[data-cell=title]>:focus-visible]:outline-none";

interface Props<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  list: List;
  href: ((row: Row) => Route) | undefined;
  /** Undefined when rows are not selectable. */
  selection: Selection | undefined;
  chooseAllLabel: string;
}

/** The table of one page of a list. */
export function RowsTable<Row extends { id: string }>(props: Props<Row>) {
  const { label, columns, rows, list, href, selection, chooseAllLabel } = props;
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, Row> => ({
          id: column.id,
          header: column.header,
          cell: ({ row }) => shown(column.cell(row.original)),
        }),
      ),
    [columns],
  );
  const table = useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row) => row.id,
  });
  const columnOf = (id: string) => columns.find((column) => column.id === id);
  return (
    <Table aria-label={label} className="cards">
      <thead>
        {table.getHeaderGroups().map((group) => (
          <TableRow key={group.id}>
            {selection && <ChooseAll label={chooseAllLabel} rows={rows} selection={selection} />}
            {group.headers.map((header) => (
              <Heading key={header.id} column={columnOf(header.column.id)} list={list}>
                <table.FlexRender header={header} />
              </Heading>
            ))}
          </TableRow>
        ))}
      </thead>
      <tbody onKeyDown={moveByArrow}>
        {table.getRowModel().rows.map((row) => (
          <TableRow key={row.id} className={ROW_LOOK}>
            {selection && <ChooseRow id={row.id} selection={selection} />}
            {row.getAllCells().map((cell, index) => (
              <Cell
                key={cell.id}
                column={columnOf(cell.column.id)}
                isFirst={index === 0}
                href={href?.(row.original)}
              >
                <table.FlexRender cell={cell} />
              </Cell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

interface HeadingProps {
  column: Omit<Column<never>, "cell"> | undefined;
  list: List;
  children: ReactNode;
}

function Heading({ column, list, children }: HeadingProps) {
  const isSorted = column?.sort !== undefined && list.state.sort === column.sort;
  return (
    <ColumnHead
      {...(column && headShape(column))}
      aria-sort={isSorted ? (list.state.order === "asc" ? "ascending" : "descending") : undefined}
    >
      <ColumnTitle column={column} list={list}>
        {children}
      </ColumnTitle>
    </ColumnHead>
  );
}

interface CellProps {
  column: HeadingProps["column"];
  isFirst: boolean;
  href: Route | undefined;
  children: ReactNode;
}

function Cell({ column, isFirst, href, children }: CellProps) {
  return (
    <TableCell {...(column && cellShape(column, isFirst))}>
      {isFirst && href ? (
        // The link covers its row; other controls of the row lie above it.
        <Link href={href} className="block min-w-0 rounded after:absolute after:inset-0">
          {children}
        </Link>
      ) : (
        children
      )}
    </TableCell>
  );
}

interface ChooseAllProps {
  label: string;
  rows: { id: string }[];
  selection: Selection;
}

function ChooseAll({ label, rows, selection: { chosen, choose } }: ChooseAllProps) {
  const count = rows.filter(({ id }) => chosen.has(id)).length;
  return (
    <ColumnHead data-sorts="" className="w-10 pr-0">
      <Checkbox
        aria-label={label}
        checked={count === 0 ? false : count === rows.length || "some"}
        onCheckedChange={(isOn) => choose(isOn ? new Set(rows.map(({ id }) => id)) : new Set())}
      />
    </ColumnHead>
  );
}

function ChooseRow({ id, selection: { chosen, choose } }: { id: string; selection: Selection }) {
  return (
    <TableCell data-cell="choice" className="w-10 pr-0">
      <span className="relative z-10 flex">
        <Checkbox
          aria-label={`Choose ${id}`}
          checked={chosen.has(id)}
          onCheckedChange={(isOn) => choose(toggled(chosen, id, isOn))}
        />
      </span>
    </TableCell>
  );
}

function toggled(chosen: ReadonlySet<string>, id: string, isOn: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  if (isOn) next.add(id);
  else next.delete(id);
  return next;
}
