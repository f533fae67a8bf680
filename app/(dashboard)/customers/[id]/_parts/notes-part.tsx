"use client";

import { useState } from "react";
import { ActionDialog } from "../../../../_components/form/action-dialog.tsx";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { Moment } from "../../../../_components/moment.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { useLoaded, useMay } from "../../../../_lib/use-loaded.ts";
import { AddNote } from "./add-note.tsx";

/** The members' notes on the customer. */
export function NotesPart({ customerId }: { customerId: string }) {
  const mayWrite = useMay("SUPPORT");
  const [isAdding, setIsAdding] = useState(false);
  const { data, error, refetch } = useLoaded("notes", customerId, (api, signal) =>
    api.customers.notes.query({ customer_id: customerId }, { signal }),
  );
  return (
    <Card aria-label="Notes">
      <CardHeader>
        <CardTitle>Notes</CardTitle>
        {mayWrite && (
          <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
            Add a note
          </Button>
        )}
      </CardHeader>
      {isAdding && <AddNote customerId={customerId} close={() => setIsAdding(false)} />}
      {error && !data ? (
        <div className="p-4">
          <LoadFailure what="The notes" error={error} onRetry={() => void refetch()} />
        </div>
      ) : data?.data.length === 0 ? (
        <p className="px-4 py-8 text-center text-[0.8125rem] text-muted">No notes yet.</p>
      ) : (
        <ul className="divide-y">
          {data?.data.map((note) => (
            <li key={note.id} className="px-4 py-3">
              <p className="text-pretty whitespace-pre-wrap">{note.body}</p>
              <div className="mt-1 flex items-center justify-between gap-3 text-xs text-muted">
                <span>
                  {note.author ?? note.created_by} · <Moment iso={note.created_at} />
                </span>
                {mayWrite && (
                  <ActionDialog
                    trigger={
                      <Button variant="ghost" size="small" className="h-7 px-2 text-xs">
                        Delete
                      </Button>
                    }
                    title="Delete the note?"
                    schema={async () =>
                      (await import("../../../../../server/domain/customers/browse-schema.ts")).NoteId
                    }
                    fixed={{ note_id: note.id }}
                    submit="Delete"
                    keep="Keep note"
                    isDangerous
                    done="The note was deleted."
                    act={(api, input) => api.customers.deleteNote.mutate(input)}
                  />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
