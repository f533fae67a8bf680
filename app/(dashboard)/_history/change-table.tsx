import { ColumnHead, Table, TableCell, TableRow } from "../../_components/ui/table.tsx";
import { changesOf } from "./describe-fields.ts";

interface Props {
  /** The object before the change; null: it is new, or it is not kept. */
  before: unknown;
  after: unknown;
}

/** What changed, field by field: before and after, or all that is known where there is no before. */
export function ChangeTable({ before, after }: Props) {
  const changes = changesOf(before, after);
  const hasBefore = before !== null && before !== undefined;
  if (changes.length === 0)
    return <p className="text-[0.8125rem] text-muted">Nothing that is shown here changed.</p>;
  return (
    <div className="overflow-x-auto rounded-md border">
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
    <span className="wrap-anywhere whitespace-pre-line">{text}</span>
  );
