"use client";

import { Button } from "../../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { formatCount } from "../../../../_lib/format.ts";
import { useAction } from "../../../../_lib/use-loaded.ts";

interface Props {
  packId: string;
  fromPackId: string;
  fromVersion: number;
}

/** What subscribers would gain and lose in a migration. Changes nothing. */
export function DryRunCard({ packId, fromPackId, fromVersion }: Props) {
  const preview = useAction((api) =>
    api.packMigrations.preview.mutate({ pack_id: packId, from_pack_id: fromPackId }),
  );
  const { data } = preview;
  return (
    <Card aria-label="Dry run">
      <CardHeader>
        <CardTitle>If version {fromVersion} moved here</CardTitle>
        <Button
          variant="secondary"
          size="small"
          disabled={preview.isPending}
          onClick={() => preview.mutate(undefined)}
        >
          {preview.isPending ? "Counting…" : "Dry run"}
        </Button>
      </CardHeader>
      <div className="p-4 text-[0.8125rem]" role="status">
        {data ? (
          <>
            <p className="mb-2 font-medium">{formatCount(data.subscribers)} subscribers</p>
            {data.summary.length === 0 ? (
              <p className="text-muted">No subscriber would notice a difference.</p>
            ) : (
              <ul className="list-disc space-y-1 pl-4">
                {data.summary.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </>
        ) : (
          <p className="text-muted">Counts which subscribers would gain or lose what. Nothing is changed.</p>
        )}
      </div>
    </Card>
  );
}
