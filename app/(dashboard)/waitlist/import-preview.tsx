import type { z } from "zod";
import type { PreviewedWaitlist } from "../../../server/domain/admission/waitlist/browse-schema.ts";
import { ColumnHead, Table, TableCell, TableRow } from "../../_components/ui/table.tsx";
import { formatCount } from "../../_lib/format.ts";
import { shown } from "../../_lib/shown.ts";
import { ImportIssues } from "./import-issues.tsx";

/** The preview of a file: what the server has parsed, before anything is imported. */
export function ImportPreview({ preview }: { preview: z.output<typeof PreviewedWaitlist> }) {
  const { readable, refused, rows, issues } = preview;
  return (
    <div className="space-y-3">
      <p role="status" className="tabular-nums">
        {formatCount(readable)} {readable === 1 ? "line" : "lines"} can be imported
        {refused > 0 && `, ${formatCount(refused)} cannot`}.
      </p>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <div tabIndex={0} className="scroll-hint overflow-x-auto rounded-md border">
          <Table aria-label="First lines">
            <thead>
              <TableRow>
                <ColumnHead className="px-3">E-mail</ColumnHead>
                <ColumnHead className="px-3">Name</ColumnHead>
                <ColumnHead className="px-3">Metadata</ColumnHead>
              </TableRow>
            </thead>
            <tbody className="text-[0.8125rem]">
              {rows.map(({ line, email, name, metadata }) => (
                <TableRow key={line}>
                  <TableCell className="h-9 max-w-56 truncate px-3 py-1.5">{shown(email)}</TableCell>
                  <TableCell className="h-9 max-w-40 truncate px-3 py-1.5">{name ?? "–"}</TableCell>
                  <TableCell className="h-9 max-w-40 truncate px-3 py-1.5 text-muted">
                    {Object.entries(metadata)
                      .map(
                        ([key, value]) =>
                          `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
                      )
                      .join(", ") || "–"}
                  </TableCell>
                </TableRow>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      <ImportIssues title="These lines will not be imported" issues={issues} />
    </div>
  );
}
