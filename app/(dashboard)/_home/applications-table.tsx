import { Badge } from "../../_components/ui/badge.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../../_components/ui/table.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatDay, formatMoment } from "../../_lib/format.ts";

type Application = Awaited<ReturnType<Api["applications"]["list"]["query"]>>["data"][number];

const KINDS = { SERVER: "Server", BROWSER: "Browser" } as const;

/** Applications, one a row. On a narrow screen kind and identifier stand below the name. */
export function ApplicationsTable({
  applications,
  labelledBy,
}: {
  applications: Application[];
  labelledBy: string;
}) {
  return (
    <Table aria-labelledby={labelledBy}>
      <thead>
        <TableRow>
          <ColumnHead>Name</ColumnHead>
          <ColumnHead className="max-sm:hidden">Kind</ColumnHead>
          <ColumnHead className="max-sm:hidden">x-app-id</ColumnHead>
          <ColumnHead className="text-right">Created</ColumnHead>
        </TableRow>
      </thead>
      <tbody>
        {applications.map((application) => (
          <ApplicationRow key={application.id} application={application} />
        ))}
      </tbody>
    </Table>
  );
}

function ApplicationRow({ application }: { application: Application }) {
  const { name, kind, scopes, identifier_hint, created_at, revoked_at } = application;
  return (
    <TableRow className="transition-colors hover:bg-subtle/60">
      <TableCell className="w-full max-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium">{name}</span>
          {revoked_at && <Badge tone="negative">Revoked</Badge>}
          {scopes.length > 0 && !revoked_at && <Badge tone="notice">Admin</Badge>}
        </span>
        <span className="text-xs text-muted sm:hidden">
          {KINDS[kind]} · <Hint hint={identifier_hint} />
        </span>
      </TableCell>
      <TableCell className="text-muted max-sm:hidden">{KINDS[kind]}</TableCell>
      <TableCell className="max-sm:hidden">
        <Hint hint={identifier_hint} />
      </TableCell>
      <TableCell className="text-right whitespace-nowrap text-muted tabular-nums">
        <time dateTime={created_at} title={formatMoment(created_at)}>
          {formatDay(created_at)}
        </time>
      </TableCell>
    </TableRow>
  );
}

/** The end of an identifier, by which its holder knows it again. */
function Hint({ hint }: { hint: string }) {
  return (
    <>
      <span className="sr-only">ends in {hint}</span>
      <code aria-hidden className="font-mono text-xs text-muted">
        …{hint}
      </code>
    </>
  );
}
