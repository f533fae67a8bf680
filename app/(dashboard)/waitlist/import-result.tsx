import type { z } from "zod";
import type { ImportedWaitlist } from "../../../server/domain/admission/waitlist/files/schema.ts";
import { formatCount } from "../../_lib/format.ts";
import { ImportIssues } from "./import-issues.tsx";

/** The result of an import: imported lines, and skipped lines with reasons. */
export function ImportResult({ result }: { result: z.output<typeof ImportedWaitlist> }) {
  const { joined, known, refused, issues } = result;
  return (
    <div className="space-y-3">
      <div role="status">
        <p className="font-medium tabular-nums">
          {formatCount(joined)} {joined === 1 ? "person" : "people"} imported.
        </p>
        {known > 0 && (
          <p className="text-muted tabular-nums">
            {formatCount(known)} {known === 1 ? "was" : "were"} on the waitlist before and stayed as{" "}
            {known === 1 ? "it was" : "they were"}.
          </p>
        )}
        {refused > 0 && (
          <p className="text-muted tabular-nums">
            {formatCount(refused)} {refused === 1 ? "line was" : "lines were"} not imported. Correct{" "}
            {refused === 1 ? "it" : "them"} and import the file again.
          </p>
        )}
      </div>
      <ImportIssues title="Lines with problems" issues={issues} />
    </div>
  );
}
