"use client";

import { ChevronDown } from "lucide-react";
import { Fragment, useId, useState } from "react";
import { Link } from "../../../_components/link.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { Nothing } from "../../../_components/nothing.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../../../_components/ui/table.tsx";
import { cn } from "../../../_lib/cn.ts";
import { formatCount } from "../../../_lib/format.ts";
import type { Connection } from "./connection.ts";
import { STATES, WORDS } from "./connection-words.ts";
import { TestConnection } from "./test-connection.tsx";

/** One row a connection; what else is known of it opens below it. */
export function ConnectionsTable({ connections }: { connections: Connection[] }) {
  const [opened, setOpened] = useState<Connection["kind"] | null>(null);
  const id = useId();
  return (
    <Table aria-label="Connections" className="cards">
      <thead>
        <TableRow>
          <ColumnHead>Connection</ColumnHead>
          <ColumnHead>State</ColumnHead>
          <ColumnHead className="text-right">Last success</ColumnHead>
          <ColumnHead className="text-right max-lg:hidden">Last failure</ColumnHead>
          <ColumnHead>
            <span className="sr-only">Actions</span>
          </ColumnHead>
        </TableRow>
      </thead>
      <tbody>
        {connections.map((connection) => {
          const { kind } = connection;
          const isOpen = kind === opened;
          const details = `${id}-${kind}`;
          return (
            <Fragment key={kind}>
              <ConnectionRow
                connection={connection}
                isOpen={isOpen}
                details={details}
                toggle={() => setOpened(isOpen ? null : kind)}
              />
              {isOpen && (
                <TableRow id={details} className="bg-subtle/60">
                  <TableCell colSpan={5} data-cell="fact" className="py-3">
                    <ConnectionDetails connection={connection} />
                  </TableCell>
                </TableRow>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </Table>
  );
}

interface RowProps {
  connection: Connection;
  isOpen: boolean;
  /** The id of the row with its details. */
  details: string;
  toggle: () => void;
}

function ConnectionRow({ connection, isOpen, details, toggle }: RowProps) {
  const { kind, state, about, last_success_at: success, last_failure: failure } = connection;
  const { name, setUp } = WORDS[kind];
  return (
    <TableRow className={cn(isOpen && "border-b-0")}>
      <TableCell data-cell="title" className="max-w-80 min-w-0">
        <span className="block font-medium">{name}</span>
        <span className="block text-xs wrap-anywhere text-muted sm:truncate">{about}</span>
      </TableCell>
      <TableCell data-cell="aside">
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      </TableCell>
      <TableCell data-cell="fact" data-label="Last success" className="text-right">
        {state === "NOT_SET_UP" ? (
          <Nothing />
        ) : success ? (
          <Moment iso={success} />
        ) : (
          <span className="text-muted">Never</span>
        )}
      </TableCell>
      <TableCell
        data-cell="fact"
        data-label="Last failure"
        className={cn("text-right", failure ? "max-lg:sm:hidden" : "max-lg:hidden")}
      >
        {failure?.at ? <Moment iso={failure.at} /> : failure ? "See details" : <Nothing />}
      </TableCell>
      <TableCell data-cell="actions">
        <span className="flex items-center justify-end gap-2 max-sm:pl-2.5">
          {setUp && (state === "NOT_SET_UP" || (kind === "CARD_PROVIDER" && state === "ATTENTION")) && (
            <Button asChild size="small" variant="secondary">
              {setUp.isElsewhere ? (
                <a href={setUp.href}>{setUp.label}</a>
              ) : (
                <Link href={setUp.href}>{setUp.label}</Link>
              )}
            </Button>
          )}
          <TestConnection connection={connection} name={name} />
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Details of ${name}`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            onClick={toggle}
          >
            <ChevronDown aria-hidden className={cn("transition-transform", isOpen && "rotate-180")} />
          </Button>
        </span>
      </TableCell>
    </TableRow>
  );
}

function ConnectionDetails({ connection }: { connection: Connection }) {
  const { kind, state, about, last_success_at: success, last_failure: failure, waiting } = connection;
  const { success: succeeded, page } = WORDS[kind];
  // Without a server a mail goes no further than the mailbox.
  const isStored = kind === "MAIL" && state === "NOT_SET_UP";
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
      <Detail name="What">
        {about}
        {page && (
          <>
            {" · "}
            <Link href={page.href} className="rounded font-medium text-link hover:underline">
              {page.label}
            </Link>
          </>
        )}
      </Detail>
      <Detail name={isStored ? "Last mail stored" : succeeded}>
        {success ? <Moment iso={success} isExact /> : "Never"}
      </Detail>
      {waiting !== null && <Detail name="Waiting">{formatCount(waiting)}</Detail>}
      {failure && (
        <div className="sm:col-span-3">
          <dt className="text-xs text-muted">{failure.at ? "Last failure" : "To look at"}</dt>
          <dd className="break-words">
            {failure.at && (
              <>
                <Moment iso={failure.at} isExact />
                {": "}
              </>
            )}
            {failure.reason}
          </dd>
        </div>
      )}
    </dl>
  );
}

function Detail({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
