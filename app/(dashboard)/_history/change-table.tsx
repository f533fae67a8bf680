import { Details } from "../../_components/details.tsx";
import { ColumnHead, Table, TableCell, TableRow } from "../../_components/ui/table.tsx";
import { shown } from "../../_lib/shown.ts";
import { changesOf, type FieldChange, factsOf } from "./describe-fields.ts";

interface Props {
  /** The object before the change; null: it is new, or it is not kept. */
  before: unknown;
  after: unknown;
}

/** What changed, field by field: before and after; of what is new, or whose past is not kept, what one asks first. */
export function ChangeTable({ before, after }: Props) {
  if (before === null || before === undefined) return <ObjectFacts object={after} />;
  const changes = changesOf(before, after);
  if (changes.length === 0)
    return <p className="text-[0.8125rem] text-muted">Nothing that is shown here changed.</p>;
  return (
    <div className="rounded-md border">
      <FieldTable changes={changes} hasBefore />
    </div>
  );
}

/** An object as it was after a change: what one asks first, and the rest in a fold. */
function ObjectFacts({ object }: { object: unknown }) {
  const { first, rest } = factsOf(object);
  return (
    <>
      {first.length > 0 && (
        <div className="rounded-md border">
          <Details items={first.map(({ field, after }) => [field, after])} />
        </div>
      )}
      {rest.length > 0 && (
        <details className="rounded-md border" open={first.length === 0}>
          <summary className="min-h-9 cursor-pointer rounded-md px-3 py-2 text-[0.8125rem] font-medium text-muted">
            {first.length === 0 ? "What it is" : "Everything else"}
          </summary>
          <div className="border-t">
            <FieldTable changes={rest} hasBefore={false} />
          </div>
        </details>
      )}
    </>
  );
}

function FieldTable({ changes, hasBefore }: { changes: FieldChange[]; hasBefore: boolean }) {
  return (
    <div className="overflow-x-auto">
      <Table aria-label={hasBefore ? "What changed" : "What it is"}>
        <thead>
          <TableRow>
            <ColumnHead>Field</ColumnHead>
            {hasBefore && <ColumnHead>Before</ColumnHead>}
            <ColumnHead>{hasBefore ? "After" : "Value"}</ColumnHead>
          </TableRow>
        </thead>
        <tbody>
          {changes.map(({ field, before: old, after: now }) => (
            <TableRow key={field}>
              <TableCell className="align-top text-muted">{field}</TableCell>
              {hasBefore && <TableCell className="align-top">{value(old)}</TableCell>}
              <TableCell className="align-top">{value(now)}</TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

const value = (text: string | null) =>
  text === null ? (
    <span className="text-muted">–</span>
  ) : (
    <span className="wrap-anywhere whitespace-pre-line">{shown(text)}</span>
  );
